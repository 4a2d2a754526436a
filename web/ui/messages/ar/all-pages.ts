import type {
  commonMessages as englishCommon,
  findingMessages as englishFinding,
} from '../en/all-pages.ts';
import type { Translation } from '../translation.ts';

/** The Arabic texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: 'وضع الاختبار · لا تتحرك أي أموال حقيقية',
  copy: 'نسخ',
  copied: 'تم النسخ',
} satisfies Translation<typeof englishCommon>;

/** The Arabic texts about finding wallets. */
export const findingMessages = {
  input: 'جارٍ البحث عن المحافظ…',
  none: 'لم يُعثر على أي محفظة في هذا المتصفح. افتح هذه الصفحة في متصفح محفظتك، أو ثبّت محفظة ثم أعد تحميل الصفحة.',
} satisfies Translation<typeof englishFinding>;
