import { FAMILIES } from '#catalog/families.ts';
import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import type { TypedData } from '#kit/typed-data.ts';
import { readDestinationInput } from './model/destination-input.ts';
import { payableCurrency } from './model/payable-token.ts';
import { endOfNonce, type SignedAction, signingDataOf } from './model/signing-data.ts';
import { insertNonce } from './store/nonces.ts';

/** As many as a sign-in's. */
const NONCE_BYTES = 16;

interface SigningDataQuery {
  readonly walletAddress: string;
  readonly action: SignedAction;
  readonly tokenAddress: string;
  readonly chainId: number;
}

/** What a wallet signs, with the nonce and the end that are part of it. */
interface SigningData extends TypedData {
  readonly nonce: string;
  readonly expiresAt: string;
}

/**
 * Creates what the payee signs to register or end a destination of the caller's account. The nonce is
 * worth one change within five minutes, in this account alone; by itself it changes nothing.
 *
 * Refuses (400) what cannot be read or paid, and a chain whose wallets sign no such data.
 */
export async function createDestinationSigningData(
  ctx: Context,
  query: SigningDataQuery,
): Promise<SigningData> {
  const destination = readDestinationInput(query, query.walletAddress);
  const { network } = destination;
  payableCurrency(destination, 'tokenAddress');
  if (!FAMILIES[network.family].signsTypedData) throw noTypedData(network.name);
  const nonce = ctx.random(NONCE_BYTES).toString('hex');
  const createdAt = ctx.now();
  const expiresAt = endOfNonce(createdAt);
  const { action } = query;
  await insertNonce(ctx, {
    nonce,
    account_id: accountOf(ctx),
    action,
    destination_id: destination.text,
    created_at: createdAt,
    expires_at: expiresAt,
  });
  const service = serviceOf(ctx);
  const data = signingDataOf({ action, destination, nonce, service, createdAt, expiresAt });
  return { ...data, nonce, expiresAt: isoTime(expiresAt) };
}

/** The page that a sign-in's message names too. */
export function serviceOf({ settings }: Pick<Context, 'settings'>): string {
  return settings.ownOrigins[0] ?? settings.payUrl;
}

/** 400: a chain whose wallets sign no EIP-712 data that is checked here. */
export function noTypedData(networkName: string): Refusal {
  const message = `chainId is that of ${networkName}, whose wallets sign no EIP-712 data: sign in with the wallet and call POST /v1/payee-destination instead`;
  return refuseField('chainId', message);
}
