import { z } from 'zod';
import { NETWORK_IDS, type NetworkId } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { lowerCase } from './wire-address.ts';

/** The payload for a partner when a platform has accepted its invitation. */
export const ClientIdLinked = z.strictObject({
  event: z.literal('client_id.linked'),
  clientId: z.string(),
  orchestratorId: z.string(),
  linkId: z.string(),
  intentId: z.string(),
  externalId: z.string().nullable().describe("The partner's own word on the invitation."),
  destinationId: z.string().describe('Where the client ID is paid to.'),
  destinationWalletAddress: z.string().describe('In lower case where its chain has two cases.'),
  chain: z.enum(NETWORK_IDS),
  currency: z.string().describe('A token symbol, such as `USDC`.'),
  timestamp: z.iso.datetime(),
});

/** What the API description shows of it. */
export const SAMPLE_LINKED = {
  event: 'client_id.linked',
  clientId: SAMPLE.clientId,
  orchestratorId: '01KC9V7N3E5GQ0X8R2JT6WZ4MA',
  linkId: '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
  intentId: '01KC9V7N3E5GQ0X8R2JT6WZ4MC',
  externalId: 'acct-9',
  destinationId: SAMPLE.destinationId,
  destinationWalletAddress: SAMPLE.payee,
  chain: SAMPLE.network,
  currency: SAMPLE.symbol,
  timestamp: SAMPLE.createdAt,
} as const;

/** What is known when a platform has agreed. */
export interface LinkedPayloadInput {
  readonly clientId: string;
  readonly orchestratorId: string;
  readonly linkId: string;
  readonly intentId: string;
  readonly externalId: string | null;
  readonly destinationId: string;
  /** As its chain shows it. */
  readonly walletAddress: string;
  readonly network: NetworkId;
  readonly symbol: string;
  readonly timestamp: string;
}

/** The payload of `client_id.linked`. */
export function linkedPayload({
  walletAddress,
  network,
  symbol,
  timestamp,
  ...named
}: LinkedPayloadInput): z.infer<typeof ClientIdLinked> {
  return {
    event: 'client_id.linked',
    ...named,
    destinationWalletAddress: lowerCase(walletAddress),
    chain: network,
    currency: symbol,
    timestamp,
  };
}
