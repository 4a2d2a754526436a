import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';

const OWN = 'http://127.0.0.1:8090';
const FIRST = 'https://one.example.com/tron';
const SECOND = 'https://two.example.org/tron';
const KEYS = ['key-of-the-first', 'key-of-the-second'] as const;

const load = (urls: string, keys: string) =>
  loadConfig({ FLORIN_MODE: 'sandbox', RPC_URL_TRON: urls, RPC_API_KEY_TRON: keys }, NETWORK_IDS);

function keysOf(urls: string, keys: string) {
  const loaded = load(urls, keys);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return [...loaded.config.tronApiKeys];
}

function problemsOf(urls: string, keys: string) {
  const loaded = load(urls, keys);
  expect(JSON.stringify(loaded.ok ? loaded : loaded.problems)).not.toContain('key-of');
  return loaded.ok ? [] : loaded.problems.map(({ problem }) => problem);
}

describe('the keys for hosted nodes of Tron', () => {
  it('belong to the URLs in their order, and none to a URL whose place is empty', () => {
    expect(keysOf(`${OWN},${FIRST},${SECOND}`, `,${KEYS.join()}`)).toEqual([
      [FIRST, KEYS[0]],
      [SECOND, KEYS[1]],
    ]);
    expect(keysOf(`${FIRST},${OWN}`, `${KEYS[0]} ,`)).toEqual([[FIRST, KEYS[0]]]);
  });

  it('are one for all URLs of one host', () => {
    const other = 'https://one.example.com/nile';
    expect(keysOf(`${FIRST},${other}`, KEYS[0])).toEqual([
      [FIRST, KEYS[0]],
      [other, KEYS[0]],
    ]);
  });

  it('are refused as one key for several hosts, and as more or fewer than URLs', () => {
    const hosts = [
      'is one key and RPC_URL_TRON names several hosts: name a key for each URL, in their order, and nothing between two commas where a node takes none',
    ];
    expect(problemsOf(`${FIRST},${SECOND}`, KEYS[0])).toEqual(hosts);
    const count = ['must be one key, or as many as RPC_URL_TRON has URLs (3)'];
    expect(problemsOf(`${FIRST},${SECOND},${OWN}`, KEYS.join())).toEqual(count);
    expect(problemsOf(`${FIRST},${SECOND},${OWN}`, `${KEYS.join()},,`)).toEqual(count);
  });

  it('are refused in a form that no header can hold, or without any', () => {
    const form =
      'must be 8 to 256 characters that a header can hold, without spaces; of several keys each, with commas between';
    expect(problemsOf(`${FIRST},${OWN}`, 'key-of me,')).toEqual([form]);
    expect(problemsOf(`${FIRST},${OWN}`, ',')).toEqual([form]);
  });
});
