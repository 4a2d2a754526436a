import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletCallsMessages as englishMessages } from '../en/wallet-calls.ts';

const ONE_BY_ONE = 'لم يُرسل أي شيء. وقّع الاستدعاءات هنا واحدًا تلو الآخر.';

/** The Arabic texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay:
    'لا تزال محفظتك تُجري استدعاءات هذه الدفعة. تستمر هذه الصفحة حالما تُدرج في كتلة. لا تدفع مرة أخرى.',
  problems: {
    not_atomic: `لا تستطيع محفظتك إجراء كل هذه الاستدعاءات معًا أو عدم إجراء أي منها. ${ONE_BY_ONE}`,
    chain: `لا تستطيع محفظتك إجراء عدة استدعاءات معًا على هذه الشبكة. ${ONE_BY_ONE}`,
    upgrade_refused: `يبقى حسابك كما هو: رُفضت الترقية. ${ONE_BY_ONE}`,
    too_large: `هذه الاستدعاءات أكثر مما يتسع له توقيع واحد في محفظتك. ${ONE_BY_ONE}`,
    duplicate:
      'تفيد محفظتك بأن هذه الاستدعاءات لديها بالفعل. انظر إلى سجل نشاطها قبل أن تدفع مرة أخرى.',
    unknown:
      'لا تستطيع محفظتك أن تبيّن ما حدث للاستدعاءات. انظر إلى سجل نشاطها قبل أن تدفع مرة أخرى.',
    not_sent:
      'لم تستطع محفظتك إرسال الاستدعاءات إلى الشبكة. لم يُدفع أي شيء. وقّع الاستدعاءات هنا واحدًا تلو الآخر.',
    reverted:
      'رفضت الشبكة الاستدعاءات كلها: لم يُدفع أي شيء، ولم تُصرف سوى رسومها. وقّع الاستدعاءات هنا واحدًا تلو الآخر.',
    partly:
      'أجرت محفظتك بعض الاستدعاءات فقط، مع أنه كان عليها إجراء كلها أو عدم إجراء أي منها. انظر إلى سجل نشاطها قبل أن تدفع مرة أخرى.',
  },
} satisfies Translation<typeof englishMessages>;
