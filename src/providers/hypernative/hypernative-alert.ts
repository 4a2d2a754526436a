import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { callbackNotVerified } from '#platform/http/callback-not-verified.ts';
import {
  parseJsonBody,
  parseJsonText,
  uniqueAddresses,
  unreadableCallback,
} from '../callback-checks.ts';
import type { CallbackRequest } from '../callback-request.ts';
import type { WalletAlert } from '../wallet-screener.ts';

/** The signature is over `data` alone: the id beside it proves nothing. */
const Signed = z.object({ data: z.string(), digitalSignature: z.string().max(200) });

const Assets = z.array(z.object({ address: z.string().nullish() }));

/** As far as it is used. The whole watchlists that `data` repeats are not what the alert is about. */
const Alert = z.object({
  riskInsight: z.object({ involvedAssets: Assets.nullish() }),
  triggeredAssets: Assets.nullish(),
});

/** Verifies and reads an alert of Hypernative: `digitalSignature` is ECDSA P-256 with SHA-256 over the text of `data`. */
export function readHypernativeAlert(
  request: CallbackRequest,
  keys: readonly string[],
): WalletAlert {
  const { data: signed } = Signed.safeParse(parseJsonBody(request));
  if (signed === undefined) throw callbackNotVerified();
  const bytes = Buffer.from(signed.data, 'utf8');
  const signature = Buffer.from(signed.digitalSignature, 'base64');
  if (!keys.some((key) => verify('sha256', bytes, publicKeyOf(key), signature))) {
    throw callbackNotVerified();
  }
  const { data: alert } = Alert.safeParse(parseJsonText(signed.data));
  if (alert === undefined) throw unreadableCallback();
  const assets = [...(alert.riskInsight.involvedAssets ?? []), ...(alert.triggeredAssets ?? [])];
  return {
    signed: bytes,
    addresses: uniqueAddresses(assets.flatMap(({ address }) => address ?? [])),
  };
}

const publicKeyOf = (key: string) =>
  createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
