import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Call } from '#chains/chain.ts';
import { manualClock } from '#kit/clock.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeSchedules } from '../chains/conformance-schedules.ts';
import { nameOf } from '../chains/fake/calls.ts';
import { fakeChain } from '../chains/fake/chain.ts';
import { fakePermitSignature } from '../chains/fake/schedules.ts';
import { TEST_TIME } from '../support/context.ts';

const { payer, payee, feeReceiver, unrelated } = TEST_ACCOUNTS;
const RICH = 10n ** 24n;

describeSchedules('a chain in memory', async () => {
  const now = manualClock(TEST_TIME);
  const chain = fakeChain({ network: NETWORKS.base, now });
  const currency = currencyById('USDC-base');
  const { scheduling } = chain;
  if (!(currency && scheduling)) throw new Error('Base has USDC and takes instalments');
  chain.give(payer.address, undefined, RICH);
  chain.give(payer.address, currency.address, RICH);
  const { address } = SANDBOX_SENDER;
  scheduling.relayers.add(address);
  chain.give(address, undefined, RICH);
  const sender = chain.sending.senderOf(address);
  let nonce = 0;
  const send = async (from: string, call: Call) => {
    nonce += 1;
    const made = chain.transaction(from, call, nonce);
    now.advance(1_000);
    chain.mine([made]);
    return made.hash;
  };
  return {
    chain: { ...chain, sender },
    currency,
    payerAddress: payer.address,
    payeeAddress: payee.address,
    feeAddress: feeReceiver.address,
    contractAddress: scheduling.schedules.proxyAddress,
    sign: async ({ digest }, by = 'payer') =>
      fakePermitSignature(by === 'payer' ? payer.address : unrelated.address, digest),
    sendAsPayer: async (call) => void (await send(payer.address, call)),
    sendAsOther: async (call) => {
      scheduling.relayers.add(unrelated.address);
      const hash = await send(unrelated.address, call);
      scheduling.relayers.delete(unrelated.address);
      return hash;
    },
    balanceOf: async (holder) => chain.ledger.read(nameOf.balance(currency.address, holder)),
    passTime: async (seconds) => {
      now.advance(seconds * 1_000);
      chain.mine();
    },
    setPaused: async (isPaused) => {
      scheduling.isPaused = isPaused;
    },
    setAllowed: async (isAllowed) => {
      if (isAllowed) scheduling.relayers.add(address);
      else scheduling.relayers.delete(address);
    },
    stop: () => chain.close(),
  };
});
