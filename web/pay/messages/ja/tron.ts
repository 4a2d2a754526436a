import type { Translation } from '../../../ui/messages/translation.ts';
import type { tronMessages as englishMessages } from '../en/tron.ts';

/** Why the network did not take a transaction, by the code of its node. */
const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: '署名が、支払うウォレットのものではありません。',
  CONTRACT_VALIDATE_ERROR:
    'ウォレットのアカウントが Tron でまだ有効になっていないか、ネットワーク手数料の TRX が足りません。',
  CONTRACT_EXE_ERROR: '現在、この呼び出しはネットワークに拒否されます。',
  BANDWITH_ERROR: 'ウォレットに、ネットワーク手数料の TRX が足りません。',
  TAPOS_ERROR: 'トランザクションが参照するブロックなしで、ネットワークが先に進みました。',
  wallet_not_allowed: 'このウォレットでは、このリンクを支払えません。',
  screening_rejected: 'このウォレットでは、このリンクを支払えません。',
  provider_error: 'ウォレットを確認できませんでした。',
};

/** The Japanese texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most: string) =>
    `Tron の手数料はエネルギーと帯域幅で支払われ、ウォレットに足りない分は TRX で支払われます。この署名のエネルギーの費用は最大 ${most} TRX です。使われなかった分はウォレットに残ります。`,
  held: (held: readonly string[]) => `このウォレットの残高：${held.join('、')}。`,
  coin: (amount: string) => `${amount} TRX`,
  energy: (amount: string) => `エネルギー ${amount}`,
  bandwidth: (amount: string) => `帯域幅 ${amount}`,
  relaying:
    'お支払いは署名済みです。ネットワークへの受け渡しを続けています。もう一度署名する必要はありません。',
  refusedTitle: 'ネットワークがこの支払いを受け付けませんでした',
  late: (from: string) =>
    `署名が遅すぎました。これまでに何も支払われていません。今はまだ、もう一度支払わないでください。${from} を過ぎると、どのブロックにも入らなくなり、このページでやり直せるようになります。`,
  refused: (code: string, until: string) =>
    `${REASONS[code] ?? 'このページで判別できる理由は示されませんでした。'}これまでに何も支払われていません。今はまだ、もう一度支払わないでください。署名した内容は ${until} まで有効です。その後まもなく、このページでやり直せるようになります。`,
} satisfies Translation<typeof englishMessages>;
