import { getAddress } from 'viem';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { TransactionStep } from '#chains/chain.ts';
import { manualClock } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeChain } from '../chains/conformance.ts';
import { type ChainHarness, prepareOne } from '../chains/conformance-world.ts';
import { nameOf } from '../chains/fake/calls.ts';
import { fakeChain } from '../chains/fake/chain.ts';
import { digest } from '../chains/fake/ledger.ts';
import { TEST_TIME } from '../support/context.ts';

const { payer, payee, unrelated, feeReceiver } = TEST_ACCOUNTS;
const RICH = 10n ** 24n;

async function startHarness(): Promise<ChainHarness> {
  const now = manualClock(TEST_TIME);
  const chain = fakeChain({ network: NETWORKS.base, now });
  const usdc = currencyById('USDC-base');
  if (usdc === undefined) throw new Error('the catalog has USDC on Base');
  const path = conversionPath('EUR', usdc, { sandbox: true }) ?? [];
  chain.rates.set(path.join(), { outUnits: 11n, invoiceUnits: 1_000n, setAt: TEST_TIME });
  chain.give(payer.address, undefined, RICH);
  chain.give(payer.address, usdc.address, RICH);
  const resetting = getAddress(digest('a token that wants a reset').slice(0, 42));
  chain.oddTokens.set(resetting, 'wants_reset');
  chain.give(payer.address, resetting, RICH);
  chain.frozen.add(nameOf.coins(usdc.address));
  let nonce = 0;
  const sign = async (step: TransactionStep) => {
    nonce += 1;
    const call = await prepareOne(chain, step, payer.address);
    return chain.transaction(payer.address, call, nonce);
  };
  const send = async (step: TransactionStep): Promise<Hex> => {
    const made = await sign(step);
    now.advance(1_000);
    chain.mine([made]);
    return made.hash;
  };
  return {
    chain,
    payerAddress: payer.address,
    payeeAddress: payee.address,
    unrelatedAddress: unrelated.address,
    feeAddress: feeReceiver.address,
    tokenAddress: usdc.address,
    resettingToken: { chain, address: resetting, send },
    blockingToken: {
      chain,
      address: usdc.address,
      block: async (...wallets) => {
        for (const wallet of wallets) chain.frozen.add(nameOf.balance(usdc.address, wallet));
      },
      unblock: async (...wallets) => {
        for (const wallet of wallets) chain.frozen.delete(nameOf.balance(usdc.address, wallet));
      },
    },
    coinlessAddress: usdc.address,
    wrongAddresses: ['', '0x', '0x1111', `${payer.address} `],
    conversionPath: path,
    pretend: (payment) => {
      const log = {
        proxyAddress: unrelated.address,
        kind: payment.kind,
        referenceKey: chain.referenceKey(payment.paymentReference),
        payeeAddress: payee.address,
        payerAddress: payer.address,
        tokenAddress: undefined,
        feeAddress: feeReceiver.address,
        conversion: undefined,
      };
      const units = { claimedUnits: 100n, creditedUnits: 100n, feeUnits: 0n, tokenUnits: 100n };
      nonce += 1;
      const content = `an unrelated ${nonce}`;
      const hash = digest(content);
      chain.mine([{ hash, content, run: () => [{ ...log, ...units, tokenFeeUnits: 0n }] }]);
      return Promise.resolve(hash);
    },
    send,
    sign: async (step) => (await sign(step)).hash,
    signMessage: async (message) => digest(`${payer.address} signs ${message}`),
    deployToken: async (token) => {
      const address = getAddress(digest(token).slice(0, 42));
      chain.oddTokens.set(address, token);
      chain.give(payer.address, address, RICH);
      return address;
    },
    mine: async (blocks) => {
      for (let i = 0; i < blocks; i += 1) chain.mine();
    },
    reorgFrom: async (block) => {
      const head = chain.ledger.head().number;
      chain.ledger.cut(block);
      while (chain.ledger.head().number < head) chain.mine();
    },
    stop: () => chain.close(),
  };
}

describeChain('a chain in memory', startHarness);
