import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '#catalog/families.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from './registry.ts';

const log = pino({ level: 'silent' });

describe.each(Object.values(NETWORKS))('$name', (network) => {
  const { canConnect } = FAMILIES[network.family];

  it(canConnect ? 'is connected by the adapter of its family' : 'has no adapter yet', () => {
    const connect = () => connectChains([{ network, rpcUrls: [] }], { log }).get(network.id);
    if (canConnect) expect(connect()?.network).toBe(network);
    else expect(connect).toThrow('cannot be connected yet');
  });
});
