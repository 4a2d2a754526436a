import { z } from 'zod';
import { readAddress } from '#catalog/addresses.ts';
import { NETWORKS, networkByChainId } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { refuseField } from '#kit/failure.ts';
import { AccessPolicy } from './access-policy.ts';
import { type DestinationId, formatDestinationId } from './destination-id.ts';

/** Longer than an address of any chain. */
const ADDRESS_CHARS_MAX = 100;

/** A text that may be an address, for a body or a query. */
export const addressText = (field: string) =>
  z
    .string()
    .min(1, `${field} must not be empty`)
    .max(ADDRESS_CHARS_MAX, `${field} must have at most ${ADDRESS_CHARS_MAX} characters`)
    .regex(/^[^\0]*$/, `${field} must not contain the character NUL`);

/** Where a wallet wants its money. */
export const SetPayeeDestinationRequest = z
  .strictObject({
    tokenAddress: addressText('tokenAddress').describe('USDC or USDT; FAU too on Sepolia.'),
    chainId: z.int('chainId must be an integer').describe('The id of a supported chain.'),
    walletAddress: addressText('walletAddress')
      .optional()
      .describe('Whom to pay; left out, the wallet that signed in.'),
    accessPolicy: AccessPolicy.optional().describe(
      'Left out, the policy of the destination that it replaces stays; a new one has none.',
    ),
  })
  .meta({
    id: 'SetPayeeDestinationRequest',
    description: 'Where a wallet wants its money.',
    examples: [{ tokenAddress: SAMPLE.tokenAddress, chainId: NETWORKS[SAMPLE.network].chainId }],
  });

/** Where a wallet wants its money. */
export type SetPayeeDestinationRequest = z.output<typeof SetPayeeDestinationRequest>;

/**
 * The destination that a request names, for a session of this wallet. Refuses (400, naming the field)
 * an unknown chain and what is no address on it, also the session's own wallet.
 */
export function readDestinationInput(
  { tokenAddress, chainId, walletAddress }: SetPayeeDestinationRequest,
  sessionWallet: string,
): DestinationId {
  const network = networkByChainId(chainId);
  if (network === undefined) {
    const known = Object.values(NETWORKS).map((row) => `${row.chainId} (${row.name})`);
    throw refuseField(
      'chainId',
      `chainId ${chainId} is not supported; supported are ${known.join(', ')}`,
    );
  }
  const wallet = readAddress(network.family, walletAddress ?? sessionWallet);
  if ('problem' in wallet) {
    const problem =
      walletAddress === undefined
        ? `is required: the wallet that signed in has no address on ${network.name}`
        : wallet.problem;
    throw refuseField('walletAddress', `walletAddress ${problem}`);
  }
  const token = readAddress(network.family, tokenAddress);
  if ('problem' in token) throw refuseField('tokenAddress', `tokenAddress ${token.problem}`);
  if (wallet.text === token.text) {
    const message = "walletAddress is the token's own contract; money sent there is lost";
    throw refuseField('walletAddress', message);
  }
  return formatDestinationId({ network, walletAddress: wallet.text, tokenAddress: token.text });
}
