import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeRouteMessages as englishMessages } from '../en/safe-route.ts';

const NOTHING = '没有发送任何内容。';
const ACTIVITY = '请先查看钱包的活动记录，再重新付款。';

/** The Chinese texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: {
    not_atomic: `您的钱包无法将这些调用合为一笔交易执行。${NOTHING}`,
    chain: `您的 Safe 不在此网络上。${NOTHING}`,
    upgrade_refused: `您的账户保持原样：升级已被拒绝。${NOTHING}`,
    too_large: `调用次数过多，您的钱包无法处理。${NOTHING}`,
    duplicate: `您的钱包表示已有这些调用。${ACTIVITY}`,
    unknown: `您的钱包无法说明这些调用的结果。${ACTIVITY}`,
    not_sent: '您的钱包未能将这些调用发送到网络。没有支付任何款项。',
    reverted: '网络拒绝了全部调用：没有支付任何款项，只消耗了网络手续费。',
    partly: `您的钱包只执行了部分调用，尽管本应全部执行或都不执行。${ACTIVITY}`,
  },
  sources: (network: string) => `使用您的 Safe 在 ${network} 上的余额`,
  sourcesNote: (network: string) =>
    `在 ${network} 上未找到同一个 Safe。在那里无法送达的资金将退回给您的 Safe 的一位所有者，届时资金由该所有者单独持有。`,
  owner: '选择退回给谁',
  propose: (calls: number, network: string) =>
    `您向 ${network} 上的 Safe 提议将 ${calls} 次调用合为一笔交易：要么全部执行，要么都不执行。在足够多的所有者签名并由其中一位执行之前，不会支付任何款项。`,
  atOnce: (calls: number) =>
    `您的账户将 ${calls} 次调用合为一笔交易执行：要么全部执行，要么都不执行。`,
  pay: (taken: string, paid: string, network: string) =>
    `对跨链桥合约的调用从您的 Safe 转走 ${taken}，并在 ${network} 上支付 ${paid}，收款地址为`,
  until: (when: string) =>
    `足够多的所有者必须在 ${when} 之前签名并执行。逾期执行将失败，且不会由此支付任何款项。`,
  button: (amount: string) => `提议 ${amount}`,
  returns: (when: string, symbol: string | undefined) =>
    `如果到 ${when} 仍无法在那里支付，资金将${symbol === undefined ? '' : `以 ${symbol} `}退回至`,
  toSafe: (source: string, destination: string) =>
    `这是您在 ${source} 上的 Safe。已到达 ${destination} 的资金会退回到那里的同一地址，付款服务已在该地址读取到同一个 Safe。`,
  toOwner: '这是您所选的 Safe 所有者。届时资金由该所有者单独持有。',
} satisfies Translation<typeof englishMessages>;
