import { readBundleChildren } from '../../web/pay/crosschain/bundle-children.ts';
import type { BundleQuote } from '../../web/pay/crosschain/bundle-state.ts';
import { checkBridgeBundle } from '../../web/pay/crosschain/check-bridge-bundle.ts';
import { findSource } from '../../web/pay/crosschain/source-options.ts';
import { approvalOf, bridgeBody, bridgeCallOf, otherPayment } from './bridge-payment.ts';
import { CALL, dataOf, messageOf, PAYEE, PAYER, QUOTED_AT } from './route-sample.ts';

const POSITIONS = [0, 1] as const;
const referenceOf = (position: number) => `0x00000000000000b${position}` as const;

const child = (position: number) => ({
  securePaymentToken: `child ${position}`,
  payee: PAYEE,
  amount: '10',
  blockReason: null,
  context: { currency: 'USDC-base', network: 'base' },
});

/** The display data of a bundle of two children of ten dollars. */
export const QUOTED_VIEW = { paymentType: 'multicall', children: POSITIONS.map(child) };

/** A quote for both from USDT on Arbitrum One, which was compared with them. */
export function bundleQuote(): BundleQuote {
  const source = findSource('ARBITRUM', 'USDT');
  const children = readBundleChildren(QUOTED_VIEW);
  if (source === undefined || children === undefined) throw new Error('it can be read');
  const routes = POSITIONS.map((position) => {
    const paymentReference = referenceOf(position);
    const payment = { amountUnits: 10_000000n, feeUnits: 0n, paymentReference };
    const { data, units } = otherPayment(payment);
    const message = messageOf([{ ...CALL, callData: data, fromAmount: units }]);
    const across = { message, outputAmount: units };
    return bridgeCallOf(dataOf({ bridge: { minAmount: 10_100000n }, across }));
  });
  const body = {
    ...bridgeBody([approvalOf(20_200000n), ...routes], {
      platformFee: undefined,
      batchPayments: POSITIONS.map((at) => ({ transactionIndex: at + 1, childPositions: [at] })),
    }),
    children: POSITIONS.map((position) => ({ position, paymentReference: referenceOf(position) })),
  };
  const plan = checkBridgeBundle({ children, source, wallet: PAYER, body, now: QUOTED_AT * 1_000 });
  if (plan.kind === 'refused') throw new Error(plan.reason);
  const left = [
    ...plan.approvals.map((step) => ({ kind: 'approval' as const, step })),
    ...plan.routes.map((route) => ({ kind: 'route' as const, route })),
  ];
  return { source, plan, left, expiresAt: 1 };
}
