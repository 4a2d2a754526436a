import type { testWalletMessages as englishMessages } from '../en/test-wallet.ts';
import type { Translation } from '../translation.ts';

/** The Arabic texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'محفظة اختبار',
  allow: 'اتصال',
  names: {
    safe: 'Safe للاختبار (مالكان)',
    smart_account: 'حساب ذكي للاختبار (مفتاح واحد)',
    delegated: 'محفظة اختبار مع EIP-7702',
  },
  tronName: 'محفظة اختبار (Tron)',
  sign: 'توقيع',
  decline: 'رفض',
  connect: 'تريد هذه الصفحة رؤية عنوان محفظة الاختبار.',
  send: 'تريد هذه الصفحة إرسال معاملة إلى',
  typed: 'تريد هذه الصفحة أن توقّع محفظة الاختبار هذا التصريح:',
  text: 'تريد هذه الصفحة أن توقّع محفظة الاختبار هذا النص:',
  execute: 'تريد هذه الصفحة أن يُجري الحساب استدعاءات لهذه العقود في معاملة واحدة:',
  delegate:
    'تريد هذه الصفحة استدعاءات لهذه العقود في معاملة واحدة. ولأجل ذلك يفوّض حسابك شيفرة منشورة (EIP-7702)، ويبقى التفويض بعد ذلك أيضًا؛ أما العنوان والمفتاح فلا يتغيران. الاستدعاءات:',
  propose:
    'تريد هذه الصفحة أن يُجري Safe استدعاءات لهذه العقود في معاملة واحدة. بالتوقيع تقترح ذلك بصفتك الأول من مالكَين اثنين:',
  owner: {
    title: 'المالك الثاني لحساب Safe الاختباري',
    text: 'وقّع المالك الأول. في بيئة الاختبار أنت المالك الثاني أيضًا.',
    execute: 'التوقيع كمالك ثانٍ والتنفيذ',
    reject: 'الرفض بصفة المالكَين',
    working: 'ستصل إلى الشبكة بعد لحظات.',
  },
  note: 'أموال اختبار فقط. مفتاح هذه المحفظة معروف للجميع.',
} satisfies Translation<typeof englishMessages>;
