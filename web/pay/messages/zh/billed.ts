import type { Translation } from '../../../ui/messages/translation.ts';
import type { billedMessages as englishMessages } from '../en/billed.ts';

/** The Chinese texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: {
    unreadable: '本页无法读取该交易',
    contract: '该交易发往本页无法识别的合约',
    token: '该交易转移的代币与所显示的不同',
    payee: '该交易的收款方与所显示的不同',
    amount: '该交易转移的金额与所显示的不同',
    reference: '该交易带有另一个付款参考号',
    fee: '该交易中的费用与事先告知的不同',
    rate: '该交易中的汇率与所显示的相差很大',
    payments: '该交易执行的付款与所显示的不同',
    approval: '授权的合约或额度与本次付款所需的不同',
    coin: '该交易发送的网络原生币金额有误',
    signer: '该交易不属于您选择的钱包',
    feeLimit: '该交易允许的网络手续费与应有的不同',
    expiry: '该交易的有效期过长，或本设备的时钟不准',
    signed: '钱包签署的内容与交给它的不同',
  },
  payFrom: '付款钱包',
  otherAccounts: '使用此钱包的其他账户',
  amount: '金额',
  amounts: (count: number) => `${count} 笔付款`,
  fee: (label: string | undefined, percentage: string | undefined) =>
    percentage === undefined ? (label ?? '费用') : `${label ?? '费用'}（${percentage}%）`,
  borneByPayee: (fee: string) => `${fee}，从收款方所得中扣除`,
  borneByPayer: (fee: string) => `${fee}，额外支付`,
  received: '收款方收到',
  contractFee: '批量付款合约自身的费用，最多',
  atMost: (amount: string) => `最多 ${amount}`,
  about: (amount: string) => `约 ${amount}`,
  networkFee: (isSponsored: boolean) => `网络手续费${isSponsored ? '（可能由他人代付）' : ''}，约`,
  networkFeeMost: '此步骤的网络手续费，最多',
  youPay: '您支付',
  review: {
    title: '核对并付款',
    step: (at: number, of: number) => `第 ${at} 次签名，共 ${of} 次`,
    leftOut: (count: number, of: number) => `${of} 笔付款中有 ${count} 笔将不包含在内`,
    switchTo: (network: string) => `切换到 ${network}`,
    wrongNetwork: (wallet: string, network: string) =>
      `${wallet} 当前在其他网络上。请将其切换到 ${network} 以继续。`,
    resetText: (symbol: string) =>
      `首先将清除您原有的 ${symbol} 授权额度。此代币要求在重新授权之前先清除。`,
    resetButton: '清除原有授权',
    approveText: (amount: string) =>
      `您允许付款合约从您的钱包转走 ${amount}。此时尚未支付任何款项。`,
    approveUnlimited: (symbol: string) =>
      `您允许付款合约从您的钱包转走任意数量的 ${symbol}，没有上限。之后您可以在钱包中撤销该授权。此时尚未支付任何款项。`,
    approveButton: (amount: string) => `授权 ${amount}`,
    approveUnlimitedButton: (symbol: string) => `授权 ${symbol}`,
    payText: '您将签署一笔发往付款合约的交易：',
    payConverted: (amount: string, symbol: string) =>
      `按届时的汇率，但最多不超过上方“您支付”所示的金额，以 ${symbol} 从您的钱包支付 ${amount}，收款地址为`,
    batchText: (count: number, of: number) =>
      count === of
        ? `您将签署一笔发往批量付款合约的交易：${count === 1 ? '它执行唯一一笔待付款项' : `它执行${count === 2 ? '两笔' : `全部 ${count} 笔`}待付款项，否则一笔也不执行`}。`
        : `您将签署一笔发往批量付款合约的交易：它执行 ${of} 笔待付款项中的 ${count} 笔，否则这几笔一笔也不执行。`,
    feeText: (label: string | undefined, amount: string) =>
      `您支付“${label ?? ''}”费用 ${amount}，收款地址为`,
    feeButton: (amount: string) => `支付费用 ${amount}`,
    feesLeft: '您的付款已发送。只剩其费用需要签名。',
    sent: '此前已发送',
    atOnce: (count: number) =>
      count === 1
        ? '您的钱包将签署一次调用。'
        : `您的钱包将一次签署 ${count} 次调用：要么全部执行，要么都不执行。`,
    allAtOnce: (count: number) => `一次签署${count === 2 ? '两项' : `全部 ${count} 项`}`,
    allAtOnceNote: (wallet: string) =>
      `${wallet} 会先请求升级您的账户（EIP-7702）：地址和密钥保持不变，钱包的合约可以一次执行多次调用。您可以拒绝升级，然后逐次签署。`,
    paySummary: (amount: string) => `它从您的钱包转出 ${amount}，收款地址为`,
    payFee: (amount: string) => `并支付费用 ${amount}，收款地址为`,
    payReference: '付款参考号为',
    contract: '付款合约',
    payButton: (amount: string) => `支付 ${amount}`,
    whatYouSign: '您签署的内容',
    nextOpens: '网络记录后，您的钱包会自动打开以进行下一步：',
    opens: '您的钱包现在将为此打开。您仍可在钱包中拒绝。',
  },
  signing: {
    reset: '钱包正在请求您确认清除原有的授权额度。',
    approve: (amount: string) => `钱包正在请求您确认授权 ${amount}。`,
    pay: (amount: string) => `钱包正在请求您确认发送 ${amount}。`,
    atOnce: (count: number) =>
      count === 1 ? '钱包正在请求您签署一次调用。' : `钱包正在请求您一次签署 ${count} 次调用。`,
    hint: '如果没有弹出窗口，请自行打开钱包。您可以在钱包中拒绝。',
    closedWindow: '我已关闭钱包窗口',
  },
  approving: {
    part: '部分付款正在处理中',
    next: '网络收录后，您即可支付下一部分。',
    title: '授权正在处理中',
    text: '网络收录后，您即可付款。在大多数网络上，这只需几秒钟。',
  },
  reverted: {
    title: '网络拒绝了这笔付款',
    text: '付款未完成。此次尝试的网络手续费已被消耗。',
    staysPaid: '您此前已支付的款项仍为已支付。',
    onTron: '在 Tron 上，如果钱包的能量和 TRX 不足，付款也会失败。请在重新签名之前检查这两项。',
    retry: '重新准备',
  },
  elsewhere: (network: string) =>
    `您的账户是另一网络上的合约。请勿在 ${network} 上向其地址汇款：该地址在那里可能不属于任何人。`,
  stale: {
    title: '没有最新汇率',
    text: '此付款的汇率已过旧，网络会拒绝它。',
    later: '新汇率会自动更新，通常在一天之内；请稍后再次检查。',
  },
  unpayable: {
    payer: {
      title: '此代币无法从此钱包发送',
      text: '该代币拒绝从此钱包发出的所有转账：它封禁了此钱包，或已暂停使用。',
      later: '请使用其他钱包，或稍后再次检查。',
    },
    own: {
      title: '此钱包就是收款方',
      text: '钱包不能向自己付款：这样的付款不会被计入，因此没有需要签名的内容。',
      later: '请使用其他钱包。',
    },
    ownPart: {
      title: '此钱包是收款方之一',
      text: '钱包不能向自己付款：其自身的部分不会被计入，因此没有需要签名的内容。',
      later: '请使用其他钱包。',
    },
    fee: {
      title: '此付款的一项费用无法支付',
      text: '网络会拒绝向此地址支付该费用，因此没有需要签名的内容。',
      later: '请告知向您发送链接的人。',
    },
    payee: {
      title: '有一个收款方无法收款',
      text: '网络会拒绝这笔付款，任何一方都不会收到款项。没有需要签名的内容。',
      later: '请告知向您发送链接的人。',
    },
    several: '部分收款方无法收款',
    receivesFee: '此地址收取本次付款的一项费用。',
  },
  unlimited: (symbol: string) => `无限额 ${symbol}`,
  receipt: {
    paid: '已支付',
    paidLast: '由最后一笔交易支付',
    paidOf: (paid: number, of: number) => `已支付 ${of} 笔付款中的 ${paid} 笔`,
    total: '已支付，含全部费用',
    sentOn: '发送时间',
    confirmed: '已确认',
    block: (block: number) => `在区块 ${block} 中`,
    final: '最终确定',
    finalSince: (when: string) => `自 ${when} 起。网络已无法再撤回这笔付款。`,
    notFinal: '尚未。您无需等待：您的付款已完成。当网络无法再更改它时，本页会显示。',
    transaction: (at: number, of: number) => `交易 ${at}/${of}`,
  },
  lookAlike: {
    title: '请再次核对地址',
    paid: {
      text: '本次付款的收款地址与此浏览器曾付款的一个地址很相似，但并不是同一个地址。',
      address: '本次付款：',
      other: '此前付款：',
    },
    own: {
      text: '本次付款的收款地址与您自己的钱包地址很相似，但并不是同一个地址。',
      address: '本次付款：',
      other: '您的钱包：',
    },
    payee: {
      text: '本次付款的两个收款方地址很相似，但并不是同一个地址。',
      address: '其中一个：',
      other: '另一个：',
    },
    more: (count: number) => `另有 ${count} 个收款方的地址与其他地址相似。`,
    hint: '不法分子会用这样的地址替换正确的地址。请逐个字符核对。如果您不确定，请不要付款，并向收款方核实，而不是向发送此链接的人核实。',
  },
} satisfies Translation<typeof englishMessages>;
