import type { Translation } from '../../../ui/messages/translation.ts';
import type { allowancesMessages as englishMessages } from '../en/allowances.ts';

/** The Arabic texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: 'إذن سحب يتجاوز هذه الدفعة',
  text: (amount: string) => `تسمح محفظتك لهذا العقد بأن يسحب ما مجموعه ${amount} كحد أقصى.`,
  textAny: (symbol: string) => `تسمح محفظتك لهذا العقد بسحب أي مبلغ من ${symbol}.`,
  due: (amount: string) => `تحتاج هذه الدفعة إلى ${amount}.`,
  button: (symbol: string) => `إلغاء إذن ${symbol}`,
  before:
    'يُضبط الإذن على صفر مقابل رسوم الشبكة. بعد ذلك تطلب هذه الدفعة إذنًا بالمبلغ الذي تحتاج إليه تمامًا.',
  after: 'يُضبط الإذن على صفر مقابل رسوم الشبكة.',
  contract: 'العقد',
  asking: 'تطلب محفظتك تأكيد ضبط الإذن على صفر.',
  waiting: 'يُلغى الإذن حالما تُدرج هذه المعاملة في الكتلة التالية.',
  revoked: (symbol: string) => `أُلغي إذن سحب ${symbol}.`,
  otherTab:
    'علامة تبويب أخرى في هذا المتصفح تطلب التأكيد من محفظتك. تابع هناك، أو أغلق تلك العلامة.',
  declined: 'لقد رفضت. بقي الإذن كما كان.',
  failed: 'لم ترسل محفظتك المعاملة. بقي الإذن كما كان.',
  reverted: 'لم تنفّذ الشبكة المعاملة. بقي الإذن كما كان.',
} satisfies Translation<typeof englishMessages>;
