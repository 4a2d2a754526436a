import { createPublicClient, createTestClient, encodeFunctionData, erc20Abi, http } from 'viem';
import { describe, expect, it } from 'vitest';
import { conversionPathAbi } from '#catalog/abis/conversion-path.generated.ts';
import { erc20ConversionProxyAbi } from '#catalog/abis/erc20-conversion-proxy.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { conversionPath, conversionTokens, FIAT_HASHES } from '#catalog/conversion-paths.ts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { type LocalNode, startLocalNode } from './local-nodes.ts';
import { moveSandboxRate, readSandboxRates, sandboxFeeds } from './price-feeds.ts';
import { TEST_ACCOUNTS } from './test-accounts.ts';
import { sendCall } from './test-wallet.ts';

const IN_SANDBOX = { sandbox: true };
/** A hundred of a currency as the conversion contract counts invoices, with eight decimals. */
const HUNDRED = 100_00000000n;

const toHex = (text: string | undefined): Hex => (text !== undefined && isHex(text) ? text : '0x');
const clientOf = (node: LocalNode) =>
  createPublicClient({ transport: http(node.rpcUrl), pollingInterval: 20, cacheTime: 0 });

function pathOf(invoiceCurrency: string, currency: Currency): Hex[] {
  return (conversionPath(invoiceCurrency, currency, IN_SANDBOX) ?? []).map(toHex);
}

/** What a hundred of a currency are in a token, and how long ago the oldest rate was found. */
async function convert(node: LocalNode, invoiceCurrency: string, currency: Currency) {
  const client = clientOf(node);
  const { timestamp } = await client.getBlock();
  const [units, foundAt] = await client.readContract({
    address: toHex(CONTRACTS[node.network].conversionPath),
    abi: conversionPathAbi,
    functionName: 'getConversion',
    args: [HUNDRED, pathOf(invoiceCurrency, currency)],
  });
  return { units, ageSeconds: Number(timestamp - foundAt) };
}

async function onNode(network: NetworkId, work: (node: LocalNode) => Promise<void>): Promise<void> {
  const node = await startLocalNode({ network });
  try {
    await work(node);
  } finally {
    await node.stop();
  }
}

function currency(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`${id} is not in the catalog`);
  return found;
}

/** The tokens of a hundred by the rates that the feeds start with, as the contract rounds them. */
function expectedUnits(invoiceCurrency: string, { network, symbol, decimals }: Currency): bigint {
  const rateOf = (name: string) =>
    sandboxFeeds(network).find((feed) => feed.symbol === name)?.defaultAnswer ?? 1_00000000n;
  return (HUNDRED * rateOf(invoiceCurrency) * 10n ** BigInt(decimals)) / rateOf(symbol) / 10n ** 8n;
}

describe('the price feeds of a sandbox node', () => {
  const evmNetworks = Object.values(NETWORKS).filter((network) => network.family === 'evm');

  it.each(evmNetworks)(
    'of $id turn every invoice currency into every token, fresh',
    async ({ id }) => {
      await onNode(id, async (node) => {
        for (const code of Object.keys(FIAT_HASHES)) {
          const tokens = conversionTokens(id, code, IN_SANDBOX);
          expect(tokens.length).toBeGreaterThanOrEqual(3);
          for (const token of tokens) {
            const { units, ageSeconds } = await convert(node, code, token);
            const expected = expectedUnits(code, token);
            // The contract rounds after each step of the path, to 18 digits of the rate.
            const off = units > expected ? units - expected : expected - units;
            expect(off <= expected / 10n ** 6n, `${code} to ${token.id}: ${units}`).toBe(true);
            expect(ageSeconds).toBeLessThanOrEqual(1);
          }
        }
      });
    },
  );

  it('move when they are set, and stay unchanged otherwise', async () => {
    await onNode('sepolia', async (node) => {
      const fau = currency('FAU-sepolia');
      expect((await convert(node, 'EUR', fau)).units).toBe(108n * 10n ** 18n);
      expect(await moveSandboxRate(node, 'EUR', { answer: 1_25000000n })).toBe(true);
      expect((await convert(node, 'EUR', fau)).units).toBe(125n * 10n ** 18n);
      expect((await convert(node, 'GBP', fau)).units).toBe(127n * 10n ** 18n);
      const rates = await readSandboxRates(node);
      expect(rates.find(({ symbol }) => symbol === 'EUR')).toEqual({
        network: 'sepolia',
        symbol: 'EUR',
        answer: 1_25000000n,
        foundAt: undefined,
        sandboxOnly: false,
      });
      expect(rates.flatMap((rate) => (rate.sandboxOnly ? [rate.symbol] : []))).toEqual([
        'CNY',
        'JPY',
        'USDC',
      ]);
    });
  });

  it('make a rate old, which the conversion proxy then refuses', async () => {
    await onNode('base', async (node) => {
      const usdc = currency('USDC-base');
      const proxy = toHex(CONTRACTS.base.erc20ConversionProxy);
      const client = clientOf(node);
      const { payer, payee, feeReceiver } = TEST_ACCOUNTS;
      const approve = {
        abi: erc20Abi,
        functionName: 'approve',
        args: [proxy, 10n ** 12n],
      } as const;
      await sendCall(node, payer, {
        to: usdc.address,
        data: encodeFunctionData(approve),
        valueUnits: 0n,
      });
      const pay = async () => {
        const data = encodeFunctionData({
          abi: erc20ConversionProxyAbi,
          functionName: 'transferFromWithReferenceAndFee',
          args: [
            ...([payee.address, HUNDRED, pathOf('USD', usdc), '0x0011223344556677'] as const),
            ...([1_00000000n, feeReceiver.address, 202_000000n, 300n] as const),
          ],
        });
        const hash = await sendCall(node, payer, { to: proxy, data, valueUnits: 0n });
        return await client.waitForTransactionReceipt({ hash });
      };
      await moveSandboxRate(node, 'USDC', { answer: 1_00000000n, ageSeconds: 301 });
      expect((await convert(node, 'USD', usdc)).ageSeconds).toBeGreaterThanOrEqual(301);
      await expect(pay()).rejects.toThrow('aggregator rate is outdated');
      await moveSandboxRate(node, 'USDC', { answer: 50000000n });
      expect((await pay()).status).toBe('success');
      const held = {
        address: toHex(usdc.address),
        abi: erc20Abi,
        functionName: 'balanceOf',
      } as const;
      const balanceOf = (of: Hex) => client.readContract({ ...held, args: [of] });
      expect(await balanceOf(payee.address)).toBe(200_000000n);
    });
  });

  it('are nowhere but in the sandbox: without one, nothing is sent', async () => {
    await onNode('sepolia', async (node) => {
      const chain = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) });
      for (const { address } of sandboxFeeds('sepolia')) {
        await chain.setCode({ address, bytecode: '0x' });
      }
      const client = clientOf(node);
      const sent = () => client.getTransactionCount({ address: TEST_ACCOUNTS.operator.address });
      const before = await sent();
      expect(await readSandboxRates(node)).toEqual([]);
      expect(await moveSandboxRate(node, 'EUR', { answer: 1n })).toBe(false);
      expect(await moveSandboxRate(node, 'CHF', { answer: 1n })).toBe(false);
      expect(await sent()).toBe(before);
    });
  });
});
