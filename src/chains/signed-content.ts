import type { TypedData } from '#kit/typed-data.ts';

/** What a wallet signed: a text, with its family's prefix before it, or structured data. */
export type SignedContent = string | TypedData;
