import { isoTime } from '#kit/clock.ts';
import type { TypedData } from '#kit/typed-data.ts';
import type { DestinationId } from './destination-id.ts';

/** What a payee may sign: to register a destination, or to end it. */
export const SIGNED_ACTIONS = ['add', 'deactivate'] as const;

/** What a payee signs for. */
export type SignedAction = (typeof SIGNED_ACTIONS)[number];

/** As long as the message of a sign-in. */
const NONCE_LIFE_MS = 5 * 60 * 1000;

/** The moment from which a nonce that is made now is refused. */
export function endOfNonce(now: Date): Date {
  return new Date(now.getTime() + NONCE_LIFE_MS);
}

/** What is signed, for how long, and where. */
export interface SigningDataInput {
  readonly action: SignedAction;
  readonly destination: DestinationId;
  readonly nonce: string;
  /** The page of this installation that its wallets sign in on, so that they recognise it. */
  readonly service: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const TYPES = {
  PayeeDestination: [
    { name: 'action', type: 'string' },
    { name: 'walletAddress', type: 'address' },
    { name: 'tokenAddress', type: 'address' },
    { name: 'chainId', type: 'uint256' },
    { name: 'service', type: 'string' },
    { name: 'nonce', type: 'string' },
    { name: 'issuedAt', type: 'string' },
    { name: 'expiresAt', type: 'string' },
  ],
} as const;

/**
 * The EIP-712 data that a payee signs. Its domain names the chain of the destination, on which the
 * contract of a smart account is called to check it.
 */
export function signingDataOf(input: SigningDataInput): TypedData {
  const { network, walletAddress, tokenAddress } = input.destination;
  const { chainId } = network;
  return {
    domain: { name: 'Florin', version: '1', chainId },
    types: TYPES,
    primaryType: 'PayeeDestination',
    message: {
      action: input.action,
      walletAddress,
      tokenAddress,
      chainId,
      service: input.service,
      nonce: input.nonce,
      issuedAt: isoTime(input.createdAt),
      expiresAt: isoTime(input.expiresAt),
    },
  };
}
