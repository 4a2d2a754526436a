import { isRecord, member, texts } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';

/** The branding of the payment's partner, as far as scripts draw it. */
export interface Brand {
  readonly terms: string | undefined;
  readonly privacy: string | undefined;
  readonly namesSoftware: boolean;
}

/** Files of the page's own host, and no way out of their folder. */
const PATH = /^\/branding\/(?!.*\.\.)[\w./~-]+$/;

/** The brand of a payment, from the first answer: it stays until the page is closed. Undefined without one. */
export function readBrand(first: Answer | undefined): Brand | undefined {
  const branding = member(first?.body, 'branding');
  if (!isRecord(branding)) return undefined;
  const { termsPath, privacyPath } = texts(branding, PATHS);
  return {
    terms: ownFile(termsPath),
    privacy: ownFile(privacyPath),
    namesSoftware: branding['displayRequestBranding'] === true,
  };
}

const PATHS = ['termsPath', 'privacyPath'] as const;

/** The path of a file that the page's host serves; undefined for any other. */
export function ownFile(path: string | undefined): string | undefined {
  return path && PATH.test(path) ? path : undefined;
}
