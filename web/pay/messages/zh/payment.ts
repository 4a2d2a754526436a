import type { Translation } from '../../../ui/messages/translation.ts';
import { laterMessages } from '../../../ui/messages/zh/later.ts';
import type { Seen } from '../../page-state.ts';
import { durationText } from '../duration.ts';
import type { paymentMessages as englishMessages } from '../en/payment.ts';

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: '您已拒绝。',
  busy: '您的钱包中已有一个打开的请求。请在钱包中完成或关闭它，然后重试。',
  unauthorized: '您的钱包未允许本页访问该账户。请在钱包中允许，然后重试。',
  disconnected: '您的钱包未连接到任何网络。请打开钱包，然后重试。',
  unknown_chain: '您的钱包无法识别此网络。请在钱包中添加它，然后重试。',
  unsupported: '您的钱包无法从这里执行此操作。请在钱包中操作，然后重试。',
  insufficient: '钱包提示余额不足。付款未发送。',
  would_revert: '网络目前会拒绝这笔付款，因此未发送。',
  wrong_checksum: '您的钱包提供的地址校验和有误。请使用其他账户或钱包。',
  failed: '钱包没有给出明确的回应。请先查看钱包的活动记录，再重试。',
  unloaded: laterMessages.unloaded,
  left_open: '本页的一个请求可能在您的钱包中尚未处理。付款前请先在钱包中查看。',
  seen: '此链接的一笔付款已在网络上，正在等待确认。如果是您的付款，请勿再次付款。',
  unseen: '一笔曾在网络上的付款已从网络上消失。如果是您的付款，请先查看您的钱包，再重新付款。',
  taken_back:
    '这笔付款曾已完成，但网络撤回了包含它的区块。如果是您的付款，请先查看您的钱包，再重新付款。',
  wrong_account: '您的钱包以另一个账户作出了回应。请选择您想用来付款的账户。',
  other_tab:
    '此浏览器的另一个标签页正在就这笔付款向您的钱包发出请求。请在那里继续，或先关闭该标签页。',
  cancelled: '付款已在您的钱包中取消。付款未发送。',
  changed: '付款已刷新且有变化。请再次核对。',
  unmined: '在网络上未找到之前的交易。付款前请检查您的钱包。',
  approval_reverted: '授权在网络上失败。付款未发送；网络手续费已被消耗。',
  part_reverted: '网络拒绝了这一部分，因此该部分未支付任何款项；其网络手续费已被消耗。',
  proposed: '已有人提议一笔可能支付此链接的 Safe 交易。现在付款可能会重复付款。',
};

function completeAfter(blocks: number): string {
  return `再过 ${blocks} 个区块完成`;
}

/** The warning of a payment that is on the network, with what it waits for. */
function seenText({ blockNumber, blocksLeft, again }: Seen): string {
  const complete =
    blocksLeft === undefined
      ? '待网络确认该区块后完成'
      : blocksLeft > 0
        ? completeAfter(blocksLeft)
        : '即将完成';
  return `${again === true ? '这笔付款曾已完成，但网络撤回了其所在的区块。' : ''}${NOTICES.seen}它位于区块 ${blockNumber}，${complete}。`;
}

/** The Chinese texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: '在此浏览器中未找到钱包。',
    elsewhere: '使用其他设备付款',
    testWalletNote: '测试钱包位于本页之内，只持有测试资金。',
    sandboxOnly: '在测试模式下，此网络上只能使用测试钱包付款。',
  },
  ...laterMessages,
  titles: {
    connecting: '请打开钱包',
    switching: '请打开钱包',
    signing: '请打开钱包',
    approving: '授权处理中',
    confirming: '付款处理中',
    crosschain: '付款处理中',
    elsewhere: '从另一网络支付',
    proposed: '等待签名',
    not_allowed: '钱包不被允许',
    short: '余额不足',
    no_gas: '网络手续费不足',
    mismatch: '请勿付款',
    reverted: '未支付',
    unreachable: '无法连接',
    expired: '链接已过期',
    closed: '不可用',
    unknown: '链接无效',
    done: '付款完成',
  },
  nothingCharged: '没有扣除任何款项。',
  empty: {
    title: '没有付款链接',
    text: '本页需要通过付款链接打开。请向收款人索取其链接；链接以“?token=…”结尾。',
  },
  unknown: {
    title: '此链接无效',
    text: '请检查是否复制了完整的链接，或索取新的链接。',
  },
  closed: {
    title: '这笔付款不可用',
    text: '此链接已无法再使用，因此在这里无法支付任何款项。请向发送链接的人索取新的链接。',
  },
  unsupported: {
    title: '无法在此完成这笔付款',
    text: '本页无法识别该付款类型、网络或代币。请询问发送链接的人。',
  },
  proposed: {
    title: '正在等待 Safe 中的签名',
    text: '尚未支付任何款项。由 Safe 的所有者签署并执行支付此链接的交易。您可以关闭本页。',
  },
  unreachable: {
    title: '我们无法连接到付款服务',
    text: '我们会继续尝试。',
  },
  checks: {
    running: { title: '正在检查您的钱包', text: '这需要几秒钟。' },
    failed: {
      title: '无法检查您的钱包',
      text: '我们会继续尝试。如果仍不成功，请稍后再来。',
    },
  },
  limited: {
    title: '您的网络连接发出的请求过多',
    text: (seconds: number) => `本页将在${durationText('zh-CN', seconds)}内自动继续。`,
  },
  charged: {
    fees: '没有支付任何款项。只消耗了您此前所签内容的网络手续费。',
    part: '您此前已支付的款项仍为已支付。没有再扣除任何款项。',
    open: '此付款先前的一个请求可能在您的钱包中尚未处理，或付款已在途中。付款前请先在钱包中查看。',
  },
  expired: {
    title: '此链接已过期',
    text: '它已无法再支付。请向发送链接的人索取新的链接。',
    since: (when: string) => `过期时间：${when}。`,
    takenBack: '这笔付款曾已完成，但网络撤回了包含它的区块。网络重新收录后，付款将再次完成。',
  },
  asking: '正在检查此钱包。这需要几秒钟。',
  notAllowed: {
    title: '此钱包不能用于这笔付款',
    text: '请使用其他钱包，或询问向您发送链接的人。',
  },
  mismatch: {
    title: '请勿支付',
    link: '此链接的各项信息互相矛盾',
    text: (problem: string) =>
      `您将要签署的内容与本页显示的不一致：${problem}。它没有被发送，此处也没有需要签名的内容。请告知向您发送链接的人。`,
  },
  preparing: '正在准备并检查付款…',
  refresh: '再次检查',
  short: {
    title: '余额不足',
    need: (amount: string, network: string) => `您在 ${network} 上还需要 ${amount}。`,
    needTotal: (amount: string, network: string) => `您在 ${network} 上需要 ${amount}。`,
    have: (amount: string) => `此钱包持有 ${amount}。`,
    headroom: (coin: string) => `另需以 ${coin} 支付网络手续费。`,
    fund: '请将不足的金额转入您自己的钱包，然后再次检查：',
  },
  noGas: {
    title: (coin: string) => `${coin} 不足以支付网络手续费`,
    text: (coin: string, network: string) =>
      `您有足够的代币，但网络要求以 ${coin} 支付手续费。请在 ${network} 上充入一些 ${coin}，然后再次检查。`,
    about: (fee: string) => `约 ${fee} 即可。`,
  },
  switching: (wallet: string, network: string) => `请在 ${wallet} 中确认切换到 ${network}`,
  switchByHand: (network: string) => `如果无法切换，请自行在钱包中选择 ${network}。`,
  confirmIn: (wallet: string) => `请在 ${wallet} 中确认`,
  confirming: {
    title: '您的付款正在处理中',
    sent: '已发送到网络',
    relaying: '正在发送到网络',
    waiting: '正在等待网络',
    confirmations: (done: number, of: number | undefined) =>
      of === undefined
        ? `${done} 次确认`
        : `${Math.min(done, of)}/${of} 次确认${done < of ? `；${completeAfter(of - done)}` : ''}`,
    inBlock: (block: number) => `已在区块 ${block} 中出现`,
    word: '网络确认该区块后，付款即完成。',
    vanished: '网络撤回了包含您付款的区块。网络通常会自动重新收录它，因此请暂时不要再次付款。',
    settling: '已确认。正在通知收款方…',
    typical: (network: string, seconds: number) =>
      `在 ${network} 上通常需要约 ${durationText('zh-CN', seconds)}。`,
    close: '您可以关闭本页。付款会继续进行。',
    replaced: '您的钱包发送了该交易的新版本。我们将跟踪新版本。',
    offline: '付款服务目前没有响应。您的交易不受影响；我们会继续查询。',
    lost: '网络中已找不到该交易。请先在钱包中查看它是否已被丢弃，再重新付款。',
    startOver: '交易已被丢弃：重新开始',
  },
  done: {
    title: '这笔付款已完成',
    partly: '其中一部分已支付',
    final: '付款已最终确定。',
    print: '打印收据',
    localChain: '这笔测试付款在本地链上，公共浏览器无法查到。',
    redirect: '返回并关闭',
    leadsTo: '前往',
  },
  explorer: '查看交易',
  transaction: '交易',
  notices: NOTICES,
  seen: seenText,
} satisfies Translation<typeof englishMessages>;
