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
} satisfies Translation<typeof englishMessages>;
