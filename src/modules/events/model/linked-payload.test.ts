import { expect, it } from 'vitest';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { ClientIdLinked, linkedPayload } from './linked-payload.ts';

const input = {
  clientId: SAMPLE.clientId,
  orchestratorId: '01KC9V7N3E5GQ0X8R2JT6WZ4MA',
  linkId: '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
  intentId: '01KC9V7N3E5GQ0X8R2JT6WZ4MC',
  externalId: 'acct-9',
  destinationId: SAMPLE.destinationId,
  walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  network: SAMPLE.network,
  symbol: SAMPLE.symbol,
  timestamp: SAMPLE.createdAt,
};

it('client_id.linked names what was linked, and names the wallet in lower case', () => {
  const payload = linkedPayload(input);
  expect(ClientIdLinked.parse(payload)).toEqual(payload);
  expect(payload).toEqual({
    event: 'client_id.linked',
    clientId: input.clientId,
    orchestratorId: input.orchestratorId,
    linkId: input.linkId,
    intentId: input.intentId,
    externalId: 'acct-9',
    destinationId: input.destinationId,
    destinationWalletAddress: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    chain: 'base',
    currency: 'USDC',
    timestamp: input.timestamp,
  });
});

// In base58 another case is another address.
it('an address of Tron keeps its case', () => {
  const walletAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const { destinationWalletAddress } = linkedPayload({ ...input, walletAddress, network: 'tron' });
  expect(destinationWalletAddress).toBe(walletAddress);
});
