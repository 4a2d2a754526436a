import type { ReceiptPageMessages } from './receipt-page-messages.ts';

/** The page of receipts in Chinese. */
export const zh: ReceiptPageMessages = {
  receipts: '付款收据',
  testMode: '测试模式。不涉及真实资金。',
  language: '语言',
  onNetwork: (network) => `${network} 网络`,
  final: '最终确定',
  confirmed: '已确认',
  pdf: '保存为 PDF（英文）',
  print: '如需中文 PDF，请使用浏览器的打印功能打印本页。',
  json: '保存为 JSON',
  explorer: '在区块浏览器中查看',
  earlier: '更早的付款',
  openPayment: '打开付款',
  hiddenToo: '此链接的其他付款仅向有权查看的钱包显示。商家持有其收据。',
  hidden: {
    title: '此收据已隐藏',
    text: '此链接仅向有权查看的钱包显示其付款，因此收据不在此处显示。请向商家索取。',
  },
  none: {
    title: '没有收据',
    pending: '尚未通过此链接完成任何有效付款。如果您刚刚付款，请一分钟后重新打开本页。',
    expired: '在此链接过期之前没有任何有效付款。如果您刚刚付款，请一分钟后重新打开本页。',
    invalidated: '没有通过此链接完成的有效付款，且该链接已被撤回。',
    compliance_failed: '没有通过此链接完成的有效付款，且该链接已无法再支付。',
    completed: '正在重新核对此链接的付款。请一分钟后重新打开本页。',
    partially_settled: '正在重新核对此链接的各笔付款。请一分钟后重新打开本页。',
  },
  failures: {
    unknown: {
      title: '没有这份收据',
      text: '此地址中的链接无法识别。请检查是否复制了完整的链接。',
    },
    limited: { title: '请求过多', text: '请等待一分钟，然后重新打开本页。' },
    unreachable: {
      title: '我们无法连接到付款服务',
      text: '已支付的款项不受影响。请一分钟后重新打开本页。',
    },
  },
  merchant: {
    noName: '商家未提供名称。',
    logo: '商家徽标',
    requestedBy: '请求方：',
    unverified: '自称名称，未经验证。',
    website: '网站',
    verified: '已验证',
    questions: '有疑问？',
  },
  check: {
    button: '在链上核对',
    readAt: (time) => `读取自节点，时间：${time}。`,
    same: {
      title: '链上有这笔付款',
      text: (blocks) => `收款方、金额、代币和参考号均与链上一致。已有 ${blocks} 个区块确认。`,
    },
    missing: {
      title: '链上没有这笔付款',
      text: '区块的此位置没有任何付款。收据已被更改，或网络撤回了这笔付款。',
    },
    different: {
      title: '链上的内容不同',
      text: '请勿依赖所核对的收据：',
      line: (field, claimed, onChain) => `${field}：收据为 ${claimed}，链上为 ${onChain}`,
    },
    impossible: {
      title: '此收据无法在此核对',
      text: '其中一行不符合收据的格式。',
    },
    limited: { title: '未核对：请求过多', text: '请等待一分钟，然后再次核对。' },
    unanswered: {
      title: '未核对：目前没有节点响应',
      text: '这并不说明付款的任何情况。请一分钟后再次核对。',
    },
  },
};
