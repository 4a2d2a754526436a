import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { moreMessages as englishMessages } from '../en/more.ts';

/** Why a child of a bundle cannot be paid. */
const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: 'دُفعت بالفعل.',
  request_processing: 'دفعتها في انتظار التأكيدات.',
  secure_payment_expired: 'انتهت صلاحية رابطها.',
  secure_payment_not_pending: 'لم يعد بالإمكان استخدام رابطها.',
};

/** The Arabic texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: 'المبلغ الكامل',
  alreadyPaid: 'مدفوع بالفعل',
  rest: 'المبلغ المتبقي',
  paidIn: 'عملة الدفع',
  about: (amount: string) => `نحو ${amount}`,
  rate: (symbol: string, rate: string, currency: string) => `1 ${symbol} = ${rate} ${currency}.`,
  rateSet: (ago: string) => `وقت تحديد السعر: ${ago}؛ ويُحدَّث أثناء مشاهدتك للصفحة.`,
  rateOld: (ago: string) => `وقت تحديد السعر: ${ago}.`,
  rateStale:
    'هذا السعر قديم جدًا للدفع به. يصل سعر جديد تلقائيًا، غالبًا خلال يوم: افتح هذا الرابط مرة أخرى لاحقًا.',
  payees: (count: number) =>
    plural('ar', count, {
      one: 'الدفع إلى مستلم واحد',
      two: 'الدفع إلى مستلمَين',
      few: `الدفع إلى ${count} مستلمين`,
      many: `الدفع إلى ${count} مستلمًا`,
      other: `الدفع إلى ${count} مستلم`,
    }),
  notNow: 'ليست ضمن هذه الدفعة',
  paid: 'مدفوعة',
  paidBy: (at: number) => `مدفوعة بالمعاملة ${at}`,
  unpaid: 'لم تُدفع.',
  blocked: (reason: string) => BLOCKED[reason] ?? 'لا يمكن دفعها الآن.',
  apart: {
    title: 'اختر طريقة الدفع',
    each: 'كل دفعة برابطها الخاص',
    pay: (amount: string, network: string) => `دفع ${amount} على ${network}`,
  },
  search: 'البحث بالعنوان أو المبلغ أو الحالة',
  found: (count: number) =>
    plural('ar', count, {
      zero: 'لم يُعثر على أي مستلم',
      one: 'عُثر على مستلم واحد',
      two: 'عُثر على مستلمَين',
      few: `عُثر على ${count} مستلمين`,
      many: `عُثر على ${count} مستلمًا`,
      other: `عُثر على ${count} مستلم`,
    }),
  showOthers: (count: number) => `عرض البقية (${count})`,
} satisfies Translation<typeof englishMessages>;
