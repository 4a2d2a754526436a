import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { manualClock } from '#kit/clock.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeSender } from '../chains/conformance-sender.ts';
import { nameOf } from '../chains/fake/calls.ts';
import { fakeChain } from '../chains/fake/chain.ts';
import { TEST_TIME } from '../support/context.ts';

const { payee } = TEST_ACCOUNTS;
const { address } = SANDBOX_SENDER;

describeSender('a chain in memory', async () => {
  const now = manualClock(TEST_TIME);
  const chain = fakeChain({ network: NETWORKS.base, now });
  const token = currencyById('USDC-base')?.address ?? '';
  const payment = (amountUnits: bigint) =>
    chain.encodePayment({
      kind: 'token',
      tokenAddress: token,
      payeeAddress: payee.address,
      paymentReference: '0x1122334455667788',
      amountUnits,
      feeUnits: 0n,
      feeAddress: payee.address,
    });
  return {
    chain: { ...chain, sender: chain.sending.senderOf(address) },
    call: (number) => chain.encodeApproval(token, BigInt(number), 'fee_proxy'),
    // The sender has no tokens.
    reverting: payment(1n),
    mine: async () => {
      now.advance(1_000);
      chain.mine();
    },
    reorganize: async (depth) => chain.ledger.cut(chain.ledger.head().number - BigInt(depth) + 1n),
    setBalance: async (units) => chain.ledger.write(nameOf.coins(address), units),
    stop: () => chain.close(),
  };
});
