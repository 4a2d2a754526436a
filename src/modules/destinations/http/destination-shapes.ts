import { z } from 'zod';
import { NETWORKS } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { AccessPolicy } from '../model/access-policy.ts';
import { binaryInteropAddress } from '../model/destination-id.ts';

const sampleDestination = {
  id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBE',
  destinationId: SAMPLE.destinationId,
  walletAddress: SAMPLE.payee,
  walletType: 'eoa',
  tokenAddress: SAMPLE.tokenAddress,
  chainId: NETWORKS[SAMPLE.network].chainId,
  accessPolicy: null,
  pendingWalletChange: null,
  binaryInteropAddress: binaryInteropAddress(NETWORKS[SAMPLE.network], SAMPLE.payee),
  humanReadableInteropAddress: SAMPLE.interopAddress,
  claimed: true,
  active: true,
  createdAt: SAMPLE.createdAt,
} as const;

/** A registered destination as its owner sees it. */
export const PayeeDestinationView = z
  .object({
    id: z.string().describe('A ULID.'),
    destinationId: z.string().describe('The ERC-7828 composite ID: wallet, chain and token.'),
    walletAddress: z.string(),
    walletType: z.enum(['eoa', 'safe']).describe('`safe`: a Safe when it was registered.'),
    tokenAddress: z.string(),
    chainId: z.int(),
    accessPolicy: AccessPolicy.nullable().describe(
      'The policy of links to it that have none. Where it requires screening that this installation does not have, links are refused.',
    ),
    pendingWalletChange: z.null().describe('Always null: a change takes effect at once.'),
    binaryInteropAddress: z.string().describe('The ERC-7930 form of wallet and chain.'),
    humanReadableInteropAddress: z.string().describe('The part of the ID before the token.'),
    claimed: z.boolean().describe('Whether the wallet itself registered it.'),
    active: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'PayeeDestination',
    description: 'Where a wallet wants its money; each has one active.',
    examples: [sampleDestination],
  });

/** A page of the destinations of an account. */
export const PayeeDestinationPage = z
  .object({
    destinations: z.array(PayeeDestinationView),
    nextCursor: z
      .string()
      .nullable()
      .describe('The cursor of the next page; null on the last one.'),
  })
  .meta({
    id: 'PayeeDestinationPage',
    description: 'Destinations of an account, newest first.',
    examples: [{ destinations: [sampleDestination], nextCursor: null }],
  });

/** What names a destination in a body or a query. */
export const destinationIdText = z
  .string()
  .min(1, 'destinationId must not be empty')
  .max(200, 'destinationId must have at most 200 characters')
  .describe('An ERC-7828 composite ID; its checksum may be left out.');

/** Where a wallet wants to be paid out. */
export const PayoutDestination = z
  .object({
    destinationId: z.string(),
    walletAddress: z.string(),
    tokenAddress: z.string(),
    chainId: z.int(),
    claimed: z.boolean().describe('Whether the wallet itself registered it.'),
  })
  .meta({
    id: 'PayoutDestination',
    description: 'Where a wallet wants to be paid out.',
    examples: [
      {
        destinationId: SAMPLE.destinationId,
        walletAddress: SAMPLE.payee,
        tokenAddress: SAMPLE.tokenAddress,
        chainId: NETWORKS[SAMPLE.network].chainId,
        claimed: true,
      },
    ],
  });

/** That something was done. */
export const DestinationDone = z.object({ success: z.literal(true), message: z.string() }).meta({
  id: 'PayeeDestinationSuccess',
  description: 'That it was done.',
  examples: [{ success: true, message: 'Payee destination deactivated successfully' }],
});
