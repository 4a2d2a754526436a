import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeAppMessages as englishMessages } from '../en/safe-app.ts';

/** The Arabic texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'Safe',
  title: 'لا يمكن توقيع أي شيء هنا',
  open: 'فتح هذه الدفعة في نافذة جديدة',
  problems: {
    alone: 'تُعرض هذه الصفحة داخل صفحة أخرى. تعمل محفظتك في نافذة خاصة بها.',
    network: (network: string) =>
      `تُجرى هذه الدفعة على ${network}، بينما Safe المفتوح هنا على شبكة أخرى. اختر Safe على ${network} للدفع به، أو ادفع في نافذة خاصة.`,
    not_safe: (network: string) =>
      `الحساب المفتوح هنا ليس Safe من إصدار معروف على ${network}. اختر حسابًا آخر للدفع به، أو ادفع في نافذة خاصة.`,
    read_only: 'أنت تشاهد Safe هذا فقط. صِل محفظة أحد مالكيه لاقتراح الدفعة.',
  },
} satisfies Translation<typeof englishMessages>;
