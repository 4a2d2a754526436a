import type { Translation } from '../../../ui/messages/translation.ts';
import type { expectedMessages as englishMessages } from '../en/expected.ts';

/** The Arabic texts of links that name their payment. */
export const expectedMessages = {
  same: 'يطابق الرابط الذي فتحته',
  sameButFees:
    'يطابق الرابط الذي فتحته. لا يذكر الرابط الرسوم التي تُدفع إضافةً إلى المبلغ: تحقق منها.',
  expected:
    'هذه ليست الدفعة التي أُنشئ الرابط من أجلها: فالمستلم أو الرمز أو الشبكة أو المبلغ مختلف. لم يُرسل أي شيء، ولا يوجد هنا ما يُوقَّع. أبلغ من أرسل إليك الرابط.',
  expectation:
    'تعذّرت قراءة نهاية الرابط ابتداءً من «#expect»، ولذلك لا تستطيع هذه الصفحة معرفة ما إذا كانت تعرض الدفعة الصحيحة. لم يُرسل أي شيء. تأكد من نسخ الرابط كاملًا، أو اطلب رابطًا جديدًا.',
} satisfies Translation<typeof englishMessages>;
