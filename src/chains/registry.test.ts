import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '#catalog/families.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from './registry.ts';

const log = pino({ level: 'silent' });

describe.each(Object.values(NETWORKS))('$name', (network) => {
  it('is connected by the adapter of its family', () => {
    expect(FAMILIES[network.family].canConnect).toBe(true);
    const chain = connectChains([{ network, rpcUrls: [] }], { log }).get(network.id);
    expect(chain?.network).toBe(network);
  });
});
