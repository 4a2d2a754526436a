import type { Wallet } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { countAttemptOfCaller } from './count-attempt.ts';
import { endOfChallenge, signInMessage } from './model/sign-in-message.ts';
import { insertChallenge } from './store/challenges.ts';

/**
 * A challenge lasts as long as a window, so this bounds how many of a caller's are open. An estimate. A
 * wallet has no bound: guessing a signature is hopeless, and others could lock its owner out with it.
 */
export const CHALLENGES_PER_CALLER = { name: 'challenge_caller', attempts: 30, windowSeconds: 300 };

/** EIP-4361 requires 8 characters; this is 32 in hex, as in the public API. */
const NONCE_BYTES = 16;

/** The message for a wallet to sign. */
export interface WalletChallenge {
  readonly challengeId: string;
  readonly nonce: string;
  readonly message: string;
  readonly expiresAt: string;
}

/**
 * Creates a challenge for a wallet: a message to sign within five minutes, worth one attempt.
 *
 * Refuses (400) a text that is no address, and (429) more challenges than people need.
 */
export async function createWalletChallenge(
  ctx: Context,
  input: { readonly address: string; readonly chainId: number },
): Promise<WalletChallenge> {
  const wallet = ctx.chains.readWallet(input.address);
  if (wallet === undefined) throw notAnAddress();
  await countAttemptOfCaller(ctx, CHALLENGES_PER_CALLER);
  return await storeChallenge(ctx, { wallet, chainId: input.chainId });
}

/** A challenge to store: for whom, and what else it is for than signing in. */
interface ChallengeDraft {
  readonly wallet: Wallet;
  readonly chainId: number;
  readonly linking?: {
    readonly sessionId: string;
    readonly personId: string;
    readonly statement: string;
  };
}

/** Makes and stores the message that a wallet is to sign. */
export async function storeChallenge(
  ctx: Context,
  { wallet, chainId, linking }: ChallengeDraft,
): Promise<WalletChallenge> {
  const challengeId = ctx.newId();
  const nonce = ctx.random(NONCE_BYTES).toString('hex');
  const issuedAt = ctx.now();
  const expiresAt = endOfChallenge(issuedAt);
  const origin = signInOrigin(ctx);
  const statement = linking && { statement: linking.statement };
  const fields = { chainId, origin, nonce, issuedAt, expiresAt, ...statement };
  const message = signInMessage({ ...wallet, ...fields });
  await insertChallenge(ctx, {
    id: challengeId,
    ...wallet,
    chain_id: BigInt(chainId),
    nonce,
    message,
    created_at: issuedAt,
    expires_at: expiresAt,
    linking_session_id: linking?.sessionId ?? null,
    linking_person_id: linking?.personId ?? null,
  });
  return { challengeId, nonce, message, expiresAt: isoTime(expiresAt) };
}

/** The page that the message names: the calling one, where it is ours. */
function signInOrigin({ requestMetadata, settings }: Context): string {
  const own = settings.ownOrigins.find((origin) => origin === requestMetadata?.origin);
  return own ?? settings.ownOrigins[0] ?? settings.payUrl;
}

/** 400: a text that is no wallet's address. */
export function notAnAddress(): Refusal {
  const message =
    'address must be an EVM address (0x and 40 hexadecimal digits) or a Tron address (T and 33 characters), with its checksum right';
  return refuseField('address', message, 'invalid_address');
}
