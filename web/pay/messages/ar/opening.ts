import { commonMessages } from '../../../ui/messages/ar/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { openingMessages as englishMessages } from '../en/opening.ts';

/** The Arabic texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'طلب دفع',
  ...commonMessages,
  withoutScript:
    'تحتاج هذه الصفحة إلى JavaScript للتواصل مع محفظتك. فعّله وأعد تحميل الصفحة، أو افتح الرابط في متصفح آخر.',
  amount: 'المبلغ:',
  onNetwork: (network: string) => `على شبكة ${network}`,
  payTo: 'الدفع إلى',
  payeeHidden: 'أخفى التاجر المستلم إلى أن تُعرف محفظتك',
  reference: 'المرجع',
  copyPayee: 'نسخ عنوان المستلم',
  connect: {
    title: 'اختر محفظة',
    hidden: 'لا يعرض التاجر هذا إلا للمحافظ المسموح لها بالدفع.',
    input: 'جارٍ البحث عن المحافظ…',
    use: (wallet: string) => `الدفع بواسطة ${wallet}`,
  },
} satisfies Translation<typeof englishMessages>;
