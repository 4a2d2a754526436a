import type { Translation } from '../../../ui/messages/translation.ts';
import { laterMessages } from '../../../ui/messages/zh/later.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import { durationText } from '../duration.ts';
import type { crosschainMessages as englishMessages } from '../en/crosschain.ts';
import { billedMessages } from './billed.ts';

const MISMATCHES: Translation<typeof englishMessages.mismatches> = {
  ...billedMessages.mismatches,
  unsupported: '本页无法识别该网络或该代币',
  network: '该交易通往的网络与付款所在的网络不同',
  receiver: '代币将转入并非跨链桥的账户',
  refund: '无法送达的资金不会退回您的钱包',
  arrival: '将到达的金额或代币与付款所需的不同',
  leg: '该交易在付款之前会执行本页无法识别的操作',
  cost: '它从您的钱包转走的金额将远超付款的价值',
  deadline: '该交易的有效期与应有的不同，或本设备的时钟不准',
};

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: '您已拒绝。付款未发送。',
  busy: '您的钱包中已有一个打开的请求。请在钱包中完成或关闭它，然后重试。',
  unauthorized: '您的钱包未允许本页访问该账户。请在钱包中允许，然后重试。',
  disconnected: '您的钱包在另一网络上。请切换网络，然后重试。',
  unknown_chain: '您的钱包无法识别此网络。请在钱包中添加它，然后重试。',
  unsupported: '您的钱包无法从这里执行此操作。请在钱包中操作，然后重试。',
  insufficient: '钱包提示余额不足。付款未发送。',
  would_revert: '网络目前会拒绝这笔付款，因此未发送。',
  wrong_checksum: '您的钱包提供的地址校验和有误。请使用其他账户或钱包。',
  failed: '钱包没有给出明确的回应。请先查看钱包的活动记录，再重试。',
  unloaded: laterMessages.unloaded,
  wrong_account: '您的钱包以另一个账户作出了回应。请选择您开始时使用的账户。',
  other_tab:
    '此浏览器的另一个标签页已在您的钱包中为此付款打开了一个请求。请在那里继续，或先关闭该标签页。',
  left_open: '本页的一个请求可能在您的钱包中尚未处理。付款前请先在钱包中查看。',
  api_away: '付款服务目前没有响应。没有发送任何内容；请稍后重试。',
  approval_reverted: '授权在网络上失败。付款未发送；网络手续费已被消耗。',
  approval_dropped: '在网络上未找到该授权。付款未发送；请检查您的钱包。',
  second_payment: '此链接的另一笔付款正在处理中，仍可能到达。如果您现在付款，可能会重复付款。',
  route_not_available: '此代币目前不能用于这笔付款。请另选一种。',
  amount_too_low_for_route: '此金额太小，无法从另一网络支付：必须超过 1 USD。',
  amount_too_high_for_route: '此网络和代币目前无法承载这么大的金额。请另选一种。',
  route_too_expensive: '目前从那里支付的成本过高。请另选一种。',
  route_refused: '为这笔付款提供的方案签名不安全，因此已被拒绝。请另选一种。',
  payer_is_contract: '此钱包是一个合约。它不能从另一网络支付，因为退回的资金可能会丢失。',
  payee_is_contract_elsewhere: '无法从另一网络向该收款方付款。请在付款所在的网络上支付。',
  rate_not_available: '目前没有此代币的汇率。请另选一种。',
  refund_wallet_required: '您的 Safe 在付款所在的网络上已不再相同。请选择其他付款方式。',
  route_ends_too_soon: '您的 Safe 的所有者将只有不到 15 分钟的时间签名。请另选一种代币。',
  payer_is_not_safe: '您的账户在该网络上不是已知版本的 Safe，因此无法从那里支付。',
  provider_away: '目前无法从其他网络支付。没有发送任何内容。您仍然可以在付款所在的网络上支付。',
  short: '此钱包中该代币的余额少于付款所需。请另选一种。',
  no_gas: '此钱包的余额不足以支付那里的网络手续费。请另选一种。',
  limited: '从这里读取价格的次数过多。请几分钟后重试。',
};

/** The Chinese texts about paying from another network. */
export const crosschainMessages = {
  mismatches: MISMATCHES,
  notices: NOTICES,
  offer: {
    button: '从另一网络支付',
    text: (amount: string, network: string) => `例如从 ${network} 支付 ${amount}。`,
    onItsWay: NOTICES.second_payment,
  },
  choose: {
    title: '从另一网络支付',
    loading: '正在读取您的钱包在其他网络上的余额…',
    from: (symbol: string, network: string) => `${network} 上的 ${symbol}`,
    total: (amount: string) => `合计 ${amount}`,
    cost: (amount: string) => `其中 ${amount} 用于转账`,
    free: '转账免费',
    arrives: (seconds: number) => `约 ${durationText('zh-CN', seconds)}后到达`,
    held: (held: string, needed: string) => `可用 ${held}，需要 ${needed}`,
    none: '此钱包在其他网络上没有可用于支付的代币。',
    refresh: '再次检查',
    own: (symbol: string, network: string) => `用 ${network} 上的 ${symbol} 支付`,
    ownNote: '无需跨网络转账。',
  },
  quoting: '正在准备并检查付款…',
  review: {
    cost: '跨网络转账',
    routeFee: '路由费用，包含在转账中',
    swap: (symbol: string) => `兑换为 ${symbol}，包含在转账中`,
    atMost: (amount: string) => `最多 ${amount}`,
    atLeast: (amount: string) => `至少 ${amount}`,
    rate: '汇率，含转账',
    youPayFrom: (network: string) => `您在 ${network} 上支付`,
    networkFee: (network: string) => `${network} 上的网络手续费，约`,
    arrives: '到达时间',
    arrivesIn: (seconds: number) => `通常约 ${durationText('zh-CN', seconds)}`,
    arrivesSoon: '通常几分钟之内',
    contract: '跨链桥合约',
    approve: (isBridge: boolean, amount: string) =>
      `您允许${isBridge ? '跨链桥' : '付款'}合约从您的钱包转走 ${amount}，不会更多。此时尚未支付任何款项。`,
    swapped: (amount: string, given: string) => `${amount}（兑换为${given}）`,
    pay: (taken: string, paid: string, network: string) =>
      `您将签署一笔发往跨链桥合约的交易：它从您的钱包转走 ${taken}，并在 ${network} 上支付 ${paid}，收款地址为`,
    comesBack: (when: string, symbol?: string) =>
      `如果到 ${when} 仍无法在那里支付，资金将${symbol === undefined ? '' : `以 ${symbol} `}退回您的钱包。`,
    feesStay: (network: string) =>
      `即使付款退回您的钱包，在 ${network} 上支付的费用也不会退还。您无需再次支付该费用。`,
    price: '此报价剩余有效时间：',
    time: clockText,
    expired: '此报价已过旧。',
    refresh: '重新读取报价',
    changed: (before: string, now: string) => `报价已更新：${before} → ${now}。`,
    other: '选择其他付款方式',
  },
  approving: '授权正在处理中',
  approvingText: '网络收录后，您即可付款。在大多数网络上，这只需几秒钟。',
  follow: {
    title: '您的付款正在处理中',
    otherTitle: '一笔付款正在处理中',
    sentOn: (network: string) => `已在 ${network} 上发送`,
    seenOn: (network: string) => `已在 ${network} 上确认`,
    waiting: (network: string) => `正在等待 ${network}`,
    arriving: (network: string) => `正在发往 ${network}`,
    usually: (network: string, seconds: number) =>
      `正在发往 ${network}，通常约 ${durationText('zh-CN', seconds)}`,
    arrivedOn: (network: string) => `已到达 ${network}`,
    counting: '正在等待确认',
    close: '您可以关闭本页。付款会继续进行。',
    late: (network: string, when: string | undefined) =>
      `所需时间比平常更长。资金已离开您的钱包，正在等待在 ${network} 上支付。${when === undefined ? '如果失败，资金将退回您的钱包。' : `如果到 ${when} 仍未支付，资金将退回您的钱包。`}请暂时不要再次付款。`,
    lateUnseen: (network: string) =>
      `${network} 尚未确认该交易。请查看您的钱包：也许可以在那里加速。请暂时不要再次付款。`,
    reverted: (network: string) => `${network} 拒绝了该交易。最终确定后，您可以在此再次付款。`,
    replaced: '您的钱包发送了另一笔交易来代替它。最终确定后，您可以在此再次付款。',
    lost: '网络中已找不到该交易。请先在钱包中查看它是否已被丢弃，再重新付款。',
    returnsTo: '无法送达的资金将退回至',
    offline: '付款服务目前没有响应。您的交易不受影响；我们会继续尝试。',
    others: (count: number) => `此链接还有 ${count} 笔付款可能到达。`,
    failed: {
      source_failed: {
        title: '付款未发送',
        text: (network: string) =>
          `${network} 拒绝或替换了该交易。付款未完成；只消耗了一笔网络手续费。您可以再次付款。`,
      },
      unfilled: {
        title: '付款未到达',
        text: (network: string) =>
          `付款未能及时送达。资金将在 ${network} 上退回您的钱包；这可能需要几个小时。您可以再次付款。`,
      },
      refunded: {
        title: '资金已退回',
        text: (network: string) =>
          `付款无法送达，资金已在 ${network} 上退回您的钱包。您可以再次付款。`,
      },
      unpaid: {
        title: '付款未完成',
        text: (_network: string, destination: string) =>
          `代币已到达 ${destination}，但未能在那里完成付款。代币在您位于 ${destination} 的钱包中。您可以再次付款。`,
      },
    },
    reference: '咨询用参考号',
    again: '再次付款',
    anotherWay: '用其他方式付款',
    anotherWayNote: '在这笔付款仍可能到达时再付一笔，可能会重复付款。',
    transactionOn: (network: string) => `${network} 上的交易`,
    refundOn: (network: string) => `${network} 上的退款`,
  },
} satisfies Translation<typeof englishMessages>;
