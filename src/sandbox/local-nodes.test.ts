import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPublicClient, createTestClient, erc20Abi, http } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { CURRENCIES } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { until } from '../../tests/support/webhook-world.ts';
import { type LocalNode, startLocalNode } from './local-nodes.ts';
import { TEST_ACCOUNTS } from './test-accounts.ts';
import { sendCall } from './test-wallet.ts';

const toHex = (text: string): Hex => (isHex(text) ? text : '0x');
const clientOf = (node: Pick<LocalNode, 'rpcUrl'>) =>
  createPublicClient({ transport: http(node.rpcUrl), pollingInterval: 20, cacheTime: 0 });
const giveOneWei = { to: TEST_ACCOUNTS.payee.address, data: '0x', valueUnits: 1n } as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-local-nodes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a local node', () => {
  const evmNetworks = Object.values(NETWORKS).filter((network) => network.family === 'evm');

  it.each(evmNetworks)(
    'of $id has its real chain id, contracts and tokens',
    async ({ id, chainId }) => {
      await using stack = new AsyncDisposableStack();
      const node = await startLocalNode({ network: id });
      stack.defer(() => node.stop());
      const client = clientOf(node);
      expect(await client.getChainId()).toBe(chainId);
      for (const address of Object.values(CONTRACTS[id])) {
        const code = await client.getCode({ address: toHex(address ?? '') });
        expect(code?.length).toBeGreaterThan(1_000);
      }
      const tokens = CURRENCIES.filter((row) => row.network === id && row.type === 'ERC20');
      for (const currency of tokens) {
        const token = { address: toHex(currency.address), abi: erc20Abi };
        const held = [TEST_ACCOUNTS.payer.address] as const;
        expect(await client.readContract({ ...token, functionName: 'symbol' })).toBe(
          currency.symbol,
        );
        expect(await client.readContract({ ...token, functionName: 'decimals' })).toBe(
          currency.decimals,
        );
        expect(await client.readContract({ ...token, functionName: 'balanceOf', args: held })).toBe(
          1_000_000n * 10n ** BigInt(currency.decimals),
        );
      }
    },
  );

  it('keeps its chain over a stop', async () => {
    const stateFile = join(folder, 'base.json');
    const first = await startLocalNode({ network: 'base', stateFile });
    const hash = await sendCall(first, TEST_ACCOUNTS.payer, giveOneWei);
    const before = await clientOf(first).waitForTransactionReceipt({ hash });
    await first.stop();

    const second = await startLocalNode({ network: 'base', stateFile });
    const after = await clientOf(second).getTransactionReceipt({ hash });
    expect(after.blockHash).toBe(before.blockHash);
    await second.stop();
  });

  it('goes back to the last whole state when it was killed while it wrote', async () => {
    const stateFile = join(folder, 'base.json');
    const first = await startLocalNode({ network: 'base', stateFile });
    const hash = await sendCall(first, TEST_ACCOUNTS.payer, giveOneWei);
    await clientOf(first).waitForTransactionReceipt({ hash });
    await first.stop();
    await (await startLocalNode({ network: 'base', stateFile })).stop();
    const dump = await readFile(`${stateFile}.next`, 'utf8');
    await writeFile(`${stateFile}.next`, dump.slice(0, dump.length / 2));

    const node = await startLocalNode({ network: 'base', stateFile });
    expect((await clientOf(node).getTransactionReceipt({ hash })).status).toBe('success');
    await node.stop();
  });

  it('of an earlier release gains the contracts that it lacks', async () => {
    const stateFile = join(folder, 'base.json');
    const first = await startLocalNode({ network: 'base', stateFile });
    const hash = await sendCall(first, TEST_ACCOUNTS.payer, giveOneWei);
    await clientOf(first).waitForTransactionReceipt({ hash });
    const lacks = { address: toHex(CONTRACTS.base.batchPayments ?? '') };
    const test = createTestClient({ mode: 'anvil', transport: http(first.rpcUrl) });
    await test.setCode({ ...lacks, bytecode: '0x' });
    await first.stop();

    const node = await startLocalNode({ network: 'base', stateFile });
    expect((await clientOf(node).getCode(lacks))?.length).toBeGreaterThan(1_000);
    expect((await clientOf(node).getTransactionReceipt({ hash })).status).toBe('success');
    await node.stop();
  });

  it('ends, and keeps its chain, when the process that started it is killed', async () => {
    const stateFile = join(folder, 'base.json');
    const module = fileURLToPath(new URL('./local-nodes.ts', import.meta.url));
    const script = `import { startLocalNode } from ${JSON.stringify(module)};
      const node = await startLocalNode({ network: 'base', stateFile: ${JSON.stringify(stateFile)} });
      process.stdout.write(node.rpcUrl); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [chunk]: unknown[] = await once(parent.stdout, 'data');
    const rpcUrl = String(chunk);
    const hash = await sendCall({ rpcUrl, chainId: 8453 }, TEST_ACCOUNTS.payer, giveOneWei);
    await clientOf({ rpcUrl }).waitForTransactionReceipt({ hash });
    parent.kill('SIGKILL');

    const node = await startLocalNode({ network: 'base', stateFile });
    expect((await clientOf(node).getTransactionReceipt({ hash })).status).toBe('success');
    await node.stop();
    await until(() =>
      fetch(rpcUrl).then(
        () => false,
        () => true,
      ),
    );
  });

  it('says in a sentence that its port is taken', async () => {
    const first = await startLocalNode({ network: 'base' });
    const port = Number(new URL(first.rpcUrl).port);
    await expect(startLocalNode({ network: 'sepolia', port })).rejects.toThrow(
      /sepolia ended at once.*in use/s,
    );
    await first.stop();
    expect(existsSync(join(folder, 'base.json'))).toBe(false);
  });

  it('mines every second without being asked, and calls older blocks final', async () => {
    const node = await startLocalNode({ network: 'sepolia' });
    const client = clientOf(node);
    await until(async () => (await client.getBlockNumber()) >= 3n);
    const [latest, final] = await Promise.all([
      client.getBlock({ blockTag: 'latest' }),
      client.getBlock({ blockTag: 'finalized' }),
    ]);
    expect(latest.number - final.number).toBeLessThanOrEqual(3n);
    await node.stop();
  });
});
