import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletCallsMessages as englishMessages } from '../en/wallet-calls.ts';

const ONE_BY_ONE = '没有发送任何内容。请在此逐次签署调用。';

/** The Chinese texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay: '您的钱包仍在执行这笔付款的调用。它们进入区块后，本页会继续。请勿再次付款。',
  problems: {
    not_atomic: `您的钱包无法一次执行全部这些调用或都不执行。${ONE_BY_ONE}`,
    chain: `您的钱包无法在此网络上一次执行多次调用。${ONE_BY_ONE}`,
    upgrade_refused: `您的账户保持原样：升级已被拒绝。${ONE_BY_ONE}`,
    too_large: `调用次数过多，您的钱包无法一次签署。${ONE_BY_ONE}`,
    duplicate: '您的钱包表示已有这些调用。请先查看钱包的活动记录，再重新付款。',
    unknown: '您的钱包无法说明这些调用的结果。请先查看钱包的活动记录，再重新付款。',
    not_sent: '您的钱包未能将这些调用发送到网络。没有支付任何款项。请在此逐次签署调用。',
    reverted: '网络拒绝了全部调用：没有支付任何款项，只消耗了网络手续费。请在此逐次签署调用。',
    partly:
      '您的钱包只执行了部分调用，尽管本应全部执行或都不执行。请先查看钱包的活动记录，再重新付款。',
  },
} satisfies Translation<typeof englishMessages>;
