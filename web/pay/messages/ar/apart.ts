import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { apartMessages as englishMessages } from '../en/apart.ts';

const EACH = 'تحتاج كل دفعة إلى توقيع خاص بها، بعد توقيع واحد يسمح بها كلها.';

/** The Arabic texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: 'الكل من شبكة أخرى',
  text: (count: number) =>
    plural('ar', count, {
      one: 'دفعة واحدة، برمز على شبكة غير شبكتها.',
      two: `دفعتان، برمز واحد على شبكة ليست شبكة أيٍّ منهما. ${EACH}`,
      few: `${count} دفعات، برمز واحد على شبكة ليست شبكة أيٍّ منها. ${EACH}`,
      other: `${count} دفعة، برمز واحد على شبكة ليست شبكة أيٍّ منها. ${EACH}`,
    }),
} satisfies Translation<typeof englishMessages>;
