import type { Translation } from '../../../ui/messages/translation.ts';
import type { otherWaysMessages as englishMessages } from '../en/other-ways.ts';

/** The Arabic texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app: string) =>
    `فتح تطبيق ${app} هذه الصفحة في متصفحه الخاص، ومنه لا يمكن غالبًا فتح المحافظ. اختر «فتح في المتصفح» من قائمته أولًا.`,
  open: {
    title: 'افتح هذه الصفحة في تطبيق محفظة',
    with: (app: string) => `فتح في ${app}`,
  },
  scan: {
    title: 'امسح الرمز بهاتفك',
    text: 'تُفتح هذه الصفحة على هاتفك. وبعد أن تدفع، تُظهر هذه الصفحة ذلك أيضًا.',
    code: 'رمز QR لرابط الدفع هذا',
  },
  copy: {
    title: 'انسخ رابط الدفع',
    text: 'افتحه في المتصفح أو التطبيق الذي توجد فيه محفظتك.',
    label: 'نسخ رابط الدفع',
  },
  install: {
    title: 'احصل على محفظة',
    text: 'ثبّت محفظة، وأضف إليها رصيدًا، ثم افتح هذا الرابط مرة أخرى. يبقى الرابط كما هو.',
    guide: 'مقارنة المحافظ',
  },
  exchange: {
    title: 'هل يمكنني الدفع من منصة تداول؟',
    text: 'لا. السحب من منصة تداول لا يحمل مرجع هذه الدفعة، فلا يستطيع التاجر معرفة الغرض منه، وقد تجعل الرسوم المبلغ أقل من المطلوب. اسحب إلى محفظتك الخاصة أولًا، ثم ادفع هنا.',
  },
} satisfies Translation<typeof englishMessages>;
