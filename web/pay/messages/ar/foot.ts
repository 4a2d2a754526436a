import type { Translation } from '../../../ui/messages/translation.ts';
import type { footMessages as englishMessages } from '../en/foot.ts';

/** The Arabic texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks: 'تتحقق هذه الصفحة بنفسها من كل معاملة قبل أن تُفتح محفظتك.',
  terms: 'الشروط',
  privacy: 'الخصوصية',
  poweredBy: 'مدعوم من Florin',
  language: 'اللغة',
  promise: 'لا يحتفظ Florin أبدًا بأموالك أو بمفاتيحك.',
  frameWithoutScript: 'من دون JavaScript لا يتغير هذا تلقائيًا. أعد تحميله بعد الدفع.',
} satisfies Translation<typeof englishMessages>;
