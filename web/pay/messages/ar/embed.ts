import { commonMessages } from '../../../ui/messages/ar/all-pages.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { embedMessages as englishMessages } from '../en/embed.ts';

/** Every text of the frame in Arabic. */
export const embedMessages = {
  ...commonMessages,
  title: 'طلب دفع',
  amount: 'المبلغ:',
  onNetwork: (network: string) => `على شبكة ${network}`,
  payTo: 'الدفع إلى',
  payeeHidden: 'يظهر في صفحة الدفع للمحافظ المسموح لها بالدفع',
  reference: 'المرجع',
  payees: (count: number) =>
    plural('ar', count, {
      one: 'مستلم واحد',
      two: 'مستلمان',
      few: `${count} مستلمين`,
      many: `${count} مستلمًا`,
      other: `${count} مستلم`,
    }),
  statuses: {
    payable: {
      title: 'ادفع في صفحة الدفع',
      text: 'تُفتح في علامة تبويب جديدة. لا يُطلب أي شيء من محفظتك إلا هناك، ولا يُطلب داخل هذه الصفحة أبدًا.',
    },
    proposed: {
      title: 'في انتظار التوقيعات في حساب Safe',
      text: 'لم يُدفع أي شيء بعد. يوقّع مالكوه المعاملة وينفّذونها.',
    },
    submitted: { title: 'في انتظار الشبكة…', text: 'أُرسلت الدفعة. لا تدفع مرة أخرى.' },
    confirmed: { title: 'هذه الدفعة مكتملة', text: 'إيصالها في صفحة الدفع.' },
    expired: {
      title: 'انتهت صلاحية هذا الرابط',
      text: 'لم يعد بالإمكان دفعه. اطلب رابطًا جديدًا من المتجر.',
    },
    unavailable: {
      title: 'هذه الدفعة غير متاحة',
      text: 'لا يمكن دفع أي شيء بهذا الرابط. اطلب رابطًا جديدًا من المتجر.',
    },
    unknown: { title: 'هذا الرابط غير صالح', text: 'اطلب رابطًا جديدًا من المتجر.' },
    unread: {
      title: 'تعذّر علينا الوصول إلى الخدمة',
      text: 'إذا كنت قد دفعت بالفعل، فلا تدفع مرة أخرى. نواصل المحاولة.',
    },
  },
  opened: {
    title: 'تابع في علامة التبويب الأخرى',
    text: 'تعرض هذه الصفحة تلقائيًا ما يحدث هناك.',
  },
  notShown: 'تبيّن صفحة الدفع ما يجب دفعه.',
  late: 'تعذّر علينا الوصول إلى الخدمة الآن. ستستمر الصفحة تلقائيًا.',
  open: 'فتح صفحة الدفع',
  openAgain: 'فتحها مرة أخرى',
  receipt: 'فتح الإيصال',
} satisfies Translation<typeof englishMessages>;
