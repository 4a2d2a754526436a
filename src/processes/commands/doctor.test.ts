import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startPlainBundlerServer } from '../../../tests/providers/plain-bundler-server.ts';
import { startPlainSafeServer } from '../../../tests/providers/plain-safe-server.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertLink } from '../../../tests/support/payable-link.ts';
import { runFlorin, runFlorinHere } from '../../../tests/support/run-florin.ts';
import { openTestNode } from '../../../tests/support/test-node.ts';

/** What `florin doctor` prints about the API's port while this body is served there. */
async function doctorBeside(body: string): Promise<string> {
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = z
    .custom<AddressInfo>((value) => typeof value === 'object')
    .parse(server.address());
  const settings = { API_PORT: String(port), AUTH_PORT: '0', PAY_PORT: '0' };
  const { stdout } = await runFlorin(['doctor'], settings);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return stdout.split('\n').find((line) => line.includes(`port ${port}`)) ?? stdout;
}

it('distinguishes a port of a running Florin from one of another program', async () => {
  expect(await doctorBeside('{"status":"ok"}')).toContain('✓');
  expect(await doctorBeside('hello')).toContain('is taken by another program');
});

it('warns where fewer nodes answer than must agree, and calls no node well that does not answer', async () => {
  await using base = await openTestNode('base');
  const away = 'http://127.0.0.1:9';
  const nodesOf = async (rpcUrls: readonly string[]) => {
    const { stdout } = await runFlorinHere(['doctor'], {
      FLORIN_MODE: 'sandbox',
      DATABASE_URL: 'postgres://127.0.0.1:9/none',
      RPC_URL_BASE: rpcUrls.join(),
      API_PORT: '0',
      AUTH_PORT: '0',
      PAY_PORT: '0',
    });
    return stdout.split('\n').filter((line) => / (node|agreement) base/.test(line));
  };
  const needed = 'agreement base: 2 of 2 nodes must agree before a payment counts';
  expect(await nodesOf([base.node.rpcUrl, away])).toEqual([
    expect.stringContaining('✓ node base 1: serves chain 8453'),
    expect.stringContaining('! node base 2: does not answer, as others do'),
    `! ${needed}, and 1 answer now: payments wait for the others`,
  ]);
  const both = await nodesOf([
    base.node.rpcUrl,
    base.node.rpcUrl.replace('127.0.0.1', 'localhost'),
  ]);
  expect(both.at(-1)).toBe(`✓ ${needed}`);
});

/** A node of Tron that serves headers, and the view of solidified blocks only where that is wanted. */
async function tronHeaders({ isSolidified }: { readonly isSolidified: boolean }) {
  const genesis = {
    blockID: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
    block_header: { raw_data: { parentHash: '00'.repeat(32) } },
  };
  const server = createServer((request, response) => {
    const isServed = isSolidified || request.url?.includes('walletsolidity') === false;
    response.writeHead(isServed ? 200 : 404).end(isServed ? JSON.stringify(genesis) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z
    .custom<AddressInfo>((value) => typeof value === 'object')
    .parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('warns where a node of Tron serves no view of solidified blocks', async () => {
  await using full = await tronHeaders({ isSolidified: true });
  await using bare = await tronHeaders({ isSolidified: false });
  const { stdout, code } = await runFlorinHere(['doctor'], {
    FLORIN_MODE: 'sandbox',
    RPC_URL_TRON: `${full.url},${bare.url}`,
    API_PORT: '0',
    AUTH_PORT: '0',
    PAY_PORT: '0',
  });
  const lines = stdout.split('\n').filter((line) => line.includes(' node tron'));
  expect(lines).toEqual([
    expect.stringContaining('✓ node tron 1: serves chain 728126428'),
    expect.stringContaining('✓ node tron 2: serves chain 728126428'),
    expect.stringContaining(
      '! node tron 2: serves no walletsolidity/, so that blocks count 20 deep',
    ),
  ]);
  expect(code).toBe(0);
});

it('warns of links that no webhook endpoint receives events of, and would start all the same', async () => {
  await using database = await testDatabase();
  const accountId = await insertAccount(database.db);
  const doctor = async () => {
    const { code, stdout } = await runFlorinHere(['doctor'], {
      FLORIN_MODE: 'sandbox',
      DATABASE_URL: database.url,
      API_PORT: '0',
      AUTH_PORT: '0',
      PAY_PORT: '0',
    });
    expect(code).toBe(0);
    return stdout;
  };
  expect(await doctor()).toContain('✓ webhooks: every pending link');
  await insertLink(database.db, { accountId });
  expect(await doctor()).toContain(
    `! webhooks: no active endpoint receives events of 1 pending links that an API key of account ${accountId} made`,
  );
});

it('says of each bundler and Safe service whether it answers and for which network', async () => {
  await using service = await startPlainSafeServer();
  await using bundler = await startPlainBundlerServer();
  const linesOf = async (urls: Record<string, string>) => {
    const { stdout } = await runFlorinHere(['doctor'], {
      FLORIN_MODE: 'sandbox',
      DATABASE_URL: 'postgres://127.0.0.1:9/none',
      RPC_URL_BASE: 'http://127.0.0.1:9',
      RPC_URL_SEPOLIA: 'http://127.0.0.1:9',
      API_PORT: '0',
      AUTH_PORT: '0',
      PAY_PORT: '0',
      ...urls,
    });
    return stdout.split('\n').filter((line) => /Safe service|bundler/.test(line));
  };
  expect(await linesOf({})).toEqual([]);
  const settings = {
    SAFE_SERVICE_URL_BASE: service.baseUrl,
    SAFE_SERVICE_URL_SEPOLIA: service.baseUrl,
    BUNDLER_URL_BASE: bundler.baseUrl,
    BUNDLER_URL_SEPOLIA: bundler.baseUrl,
  };
  expect(await linesOf(settings)).toEqual([
    '✓ Safe service base: answers, version 6.10.1',
    '✗ Safe service sepolia: serves chain 8453, but Sepolia is 11155111',
    `✓ bundler base: sends through ${bundler.entryPoint}; accounts pay their gas`,
    '✗ bundler sepolia: serves chain 8453, but Sepolia is 11155111',
  ]);
  const silent = 'http://127.0.0.1:9/api';
  expect(await linesOf({ SAFE_SERVICE_URL_BASE: silent, BUNDLER_URL_BASE: silent })).toEqual([
    expect.stringContaining('! Safe service base: does not answer: '),
    expect.stringContaining('! bundler base: does not answer: '),
  ]);
});
