import type { Translation } from '../../../ui/messages/translation.ts';
import { callsText } from '../arabic-counts.ts';
import type { safeRouteMessages as englishMessages } from '../en/safe-route.ts';

const NOTHING = 'لم يُرسل أي شيء.';
const ACTIVITY = 'انظر إلى سجل نشاطها قبل أن تدفع مرة أخرى.';

/** The Arabic texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: {
    not_atomic: `لا تستطيع محفظتك إجراء هذه الاستدعاءات في معاملة واحدة. ${NOTHING}`,
    chain: `ليس Safe الخاص بك على هذه الشبكة. ${NOTHING}`,
    upgrade_refused: `يبقى حسابك كما هو: رُفضت الترقية. ${NOTHING}`,
    too_large: `هذه الاستدعاءات أكثر مما تستطيع محفظتك إجراءه. ${NOTHING}`,
    duplicate: `تفيد محفظتك بأن هذه الاستدعاءات لديها بالفعل. ${ACTIVITY}`,
    unknown: `لا تستطيع محفظتك أن تبيّن ما حدث للاستدعاءات. ${ACTIVITY}`,
    not_sent: 'لم تستطع محفظتك إرسال الاستدعاءات إلى الشبكة. لم يُدفع أي شيء.',
    reverted: 'رفضت الشبكة الاستدعاءات كلها: لم يُدفع أي شيء، ولم تُصرف سوى رسومها.',
    partly: `أجرت محفظتك بعض الاستدعاءات فقط، مع أنه كان عليها إجراء كلها أو عدم إجراء أي منها. ${ACTIVITY}`,
  },
  sources: (network: string) => `برصيد Safe الخاص بك على ${network}`,
  sourcesNote: (network: string) =>
    `لم يُعثر على Safe نفسه على ${network}. ما لا يمكن تسليمه هناك سيعود إلى أحد مالكي Safe الخاص بك، وتكون الأموال عندئذٍ لديه وحده.`,
  owner: 'اختر من تعود إليه الأموال',
  propose: (calls: number, network: string) =>
    `تقترح على Safe الخاص بك على ${network} ${callsText(calls)} في معاملة واحدة: إما أن يُنفَّذ كل شيء أو لا يُنفَّذ أي شيء. لا يُدفع أي شيء قبل أن يوقّع عدد كافٍ من المالكين وينفّذها أحدهم.`,
  atOnce: (calls: number) =>
    `يُجري حسابك ${callsText(calls)} في معاملة واحدة: إما أن يُنفَّذ كل شيء أو لا يُنفَّذ أي شيء.`,
  pay: (taken: string, paid: string, network: string) =>
    `يسحب استدعاء عقد الجسر ${taken} من Safe الخاص بك ويدفع ${paid} على ${network} إلى`,
  until: (when: string) =>
    `يجب أن يوقّعها عدد كافٍ من المالكين وأن تُنفَّذ حتى ${when}. بعد ذلك تفشل، ولا يُدفع بها أي شيء.`,
  button: (amount: string) => `اقتراح ${amount}`,
  returns: (when: string, symbol: string | undefined) =>
    `إذا تعذّر الدفع هناك حتى ${when}، تعود الأموال${symbol === undefined ? '' : ` برمز ${symbol}`} إلى`,
  toSafe: (source: string, destination: string) =>
    `هذا هو Safe الخاص بك على ${source}. وما كان قد وصل إلى ${destination} يعود إلى العنوان نفسه هناك، وقد قرأت خدمة الدفع Safe نفسه عند ذلك العنوان.`,
  toOwner: 'هذا هو مالك Safe الذي اخترته. تكون الأموال عندئذٍ لديه وحده.',
} satisfies Translation<typeof englishMessages>;
