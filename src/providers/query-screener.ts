import type { z } from 'zod';
import { Outage } from '#kit/failure.ts';
import { TimedOut } from '#platform/outbound/exchange.ts';
import { type JsonClient, openJsonClient, ServiceFailure } from '#platform/outbound/json-client.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { ScreeningLate, type WalletQuery } from './wallet-screener.ts';

/** More than any judgement of one wallet with all its events. */
const BYTES_MAX = 512 * 1024;
/** What is kept of the vendor's words about a wallet, for operators. Ours. */
const CATEGORIES_MAX = 20;
const CATEGORY_CHARS_MAX = 80;

interface ScreenerClientOptions {
  readonly outbound: Outbound;
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens the client of a vendor, which asks once: who waits has a time limit, and another vendor may be asked. */
export function openScreenerClient(options: ScreenerClientOptions): JsonClient {
  return openJsonClient({
    ...options,
    // Each call names its own.
    timeoutMs: 1,
    readTriesMax: 1,
    bytesMax: BYTES_MAX,
    // A caller with little time would have a slow vendor left alone for those with more.
    hasBreaker: false,
  });
}

/** Asks a vendor about one wallet. Throws `ScreeningLate`, or `Outage` for any other answer than the documented one. */
export async function queryScreener<Answer>(
  client: JsonClient,
  call: { readonly path: string; readonly body: unknown; readonly schema: z.ZodType<Answer> },
  { timeoutMs }: Pick<WalletQuery, 'timeoutMs'>,
): Promise<Answer> {
  try {
    return await client.read({ ...call, timeoutMs });
  } catch (error) {
    if (isTimeout(error)) throw new ScreeningLate(error.message, { cause: error });
    throw error;
  }
}

function isTimeout(error: unknown): error is ServiceFailure {
  if (!(error instanceof ServiceFailure)) return false;
  return error.cause instanceof Outage && error.cause.cause instanceof TimedOut;
}

/** A vendor's words about a wallet: each once, few and short, whatever it sends. */
export function categoriesOf(words: readonly (string | null | undefined)[]): readonly string[] {
  const kept = words.flatMap((word) => {
    // No text column holds NUL.
    const text = word?.replaceAll('\0', '').trim().slice(0, CATEGORY_CHARS_MAX);
    return text === undefined || text === '' ? [] : [text];
  });
  return [...new Set(kept)].slice(0, CATEGORIES_MAX);
}
