import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeMessages as englishMessages } from '../en/safe.ts';

/** The Chinese texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: {
    chain: '您的 Safe 不在此网络上。没有提议任何内容。',
    too_large: '调用次数过多，您的钱包无法处理。没有提议任何内容。',
    duplicate: '您的钱包表示已有这些调用。请先查看其队列，再重新提议。',
  },
  contract:
    '您的账户是一个合约，本页无法将其识别为 Safe。如果还需要其他人签名，在他们签名之前请勿再次付款。',
  note: (calls: number) =>
    `您向您的 Safe 提议将 ${calls} 次调用作为一笔交易：要么全部执行，要么都不执行。在足够多的所有者签名并由其中一位执行之前，不会支付任何款项。`,
  button: (amount: string) => `提议 ${amount}`,
  several: '付款笔数超过了一笔交易的容量。Safe 无法在此一次支付：请通过各自的链接支付。',
  notTogether:
    '您的钱包无法将多次调用作为一笔交易提议。没有提议任何内容。请在您的 Safe 应用中打开此链接。',
  title: (signed: { readonly owners: number; readonly of: number } | undefined) =>
    `正在等待 Safe 中的签名${signed ? `（${signed.owners}/${signed.of}）` : ''}`,
  executed: '付款已发送，正在等待确认',
  onItsWay: '付款已发送，正在跨网络途中',
  ends: {
    over: '此提案的时间已过。没有支付任何款项。Safe 的所有者仍可执行该提案：付款前请让他们在 Safe 中拒绝它。',
    withdrawn:
      '没有支付任何款项。尽管付款已撤回，Safe 的所有者仍可执行该提案：请让他们在 Safe 中拒绝它。',
    replaced: '该提案已在 Safe 中被拒绝或替换。该提案未支付任何款项，您可以再次提议这笔付款。',
    failed: 'Safe 执行了该提案，但执行失败。没有支付任何款项，您可以再次提议这笔付款。',
  },
  endsElsewhere: '它从另一网络支付。在该时间之后执行将失败，且不会由此支付任何款项。',
  returnsTo: '无法送达的资金将退回至',
  safe: 'Safe：',
  until: (when: string, left: string) => `${when} 之后，其他人可以再次付款（还剩 ${left}）。`,
  untilOwn: (when: string, left: string) => `本页会等待它到 ${when}（还剩 ${left}）。`,
  unheld: '付款服务尚无法证实该提案，因此其他人仍可付款。请勿再次提议。',
  notFollowed: '付款服务不跟踪此网络上的提案，因此其他人仍可付款。请勿再次提议。',
  queue: '打开 Safe 的队列',
  startOver: '提案已在那里删除：重新开始',
  givenUp: '不再等待之前的提案。在它仍可执行期间，现在付款可能会重复付款。',
} satisfies Translation<typeof englishMessages>;
