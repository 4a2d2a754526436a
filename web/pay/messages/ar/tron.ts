import type { Translation } from '../../../ui/messages/translation.ts';
import type { tronMessages as englishMessages } from '../en/tron.ts';

/** Why the network did not take a transaction, by the code of its node. */
const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: 'التوقيع ليس توقيع المحفظة التي تدفع.',
  CONTRACT_VALIDATE_ERROR:
    'حساب المحفظة غير مفعّل على Tron بعد، أو أن رصيده من TRX لا يكفي لرسوم الشبكة.',
  CONTRACT_EXE_ERROR: 'سترفض الشبكة هذا الاستدعاء الآن.',
  BANDWITH_ERROR: 'رصيد المحفظة من TRX لا يكفي لرسوم الشبكة.',
  TAPOS_ERROR: 'تقدمت الشبكة من دون الكتلة التي تشير إليها المعاملة.',
  wallet_not_allowed: 'لا يُسمح لهذه المحفظة بدفع هذا الرابط.',
  screening_rejected: 'لا يُسمح لهذه المحفظة بدفع هذا الرابط.',
  provider_error: 'تعذّر التحقق من المحفظة.',
};

/** The Arabic texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most: string) =>
    `تأخذ شبكة Tron رسومها من الطاقة وعرض النطاق، وما ينقص المحفظة منهما تأخذه بعملة TRX. تكلّف الطاقة لهذا التوقيع ${most} TRX كحد أقصى؛ وما لا يُستخدم يبقى في المحفظة.`,
  held: (held: readonly string[]) => `رصيد هذه المحفظة: ${held.join('، ')}.`,
  coin: (amount: string) => `${amount} TRX`,
  energy: (amount: string) => `الطاقة ${amount}`,
  bandwidth: (amount: string) => `عرض النطاق ${amount}`,
  relaying: 'دفعتك موقّعة. نواصل تسليمها إلى الشبكة؛ ولا حاجة إلى التوقيع مرة أخرى.',
  refusedTitle: 'لم تقبل الشبكة هذه الدفعة',
  late: (from: string) =>
    `وُقّعت متأخرة جدًا. لم يُدفع أي شيء حتى الآن. لا تدفع مرة أخرى في الوقت الحالي: بعد ${from} لا يمكن لأي كتلة أن تتضمنها، وتعرض هذه الصفحة البدء من جديد.`,
  refused: (code: string, until: string) =>
    `${REASONS[code] ?? 'لم تذكر الشبكة سببًا تعرفه هذه الصفحة.'} لم يُدفع أي شيء حتى الآن. لا تدفع مرة أخرى في الوقت الحالي: ما وقّعته يبقى صالحًا حتى ${until}، وبعد ذلك بقليل تعرض هذه الصفحة البدء من جديد.`,
} satisfies Translation<typeof englishMessages>;
