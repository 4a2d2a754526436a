import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as englishMessages } from '../en/merchant.ts';

/** What the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name: string) => `طلب دفع من ${name}`,
  logo: 'شعار التاجر',
  requestedBy: 'مقدّم الطلب:',
  unverified: 'الاسم كما ذكره صاحبه، ولم يُتحقق منه.',
  website: 'الموقع',
  verified: 'تم التحقق منه',
  noName: 'لم يذكر التاجر اسمًا.',
  questions: 'هل لديك أسئلة؟',
  bankPayout: (provider: string) => `يدفع ${provider} هذا المبلغ إلى حساب بنكي.`,
  bankPayoutNote: (provider: string) =>
    `يستلم ${provider} الرموز. عندما تعرض هذه الصفحة الدفعة مكتملة، يكون ${provider} قد استلمها؛ ومن أنشأ الدفعة يرى متى تصل الأموال إلى الحساب البنكي.`,
  bankPayoutOnce:
    'ادفع مرة واحدة فقط، هنا أو حيث سُلّمت المعاملات، ولا تدفع أبدًا بعد انتهاء المهلة: كل توقيع يدفع مرة أخرى.',
} satisfies Translation<typeof englishMessages>;
