import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeMessages as englishMessages } from '../en/safe.ts';

/** The Arabic texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: {
    chain: 'ليس Safe الخاص بك على هذه الشبكة. لم يُقترح أي شيء.',
    too_large: 'هذه الاستدعاءات أكثر مما تستطيع محفظتك إجراءه. لم يُقترح أي شيء.',
    duplicate:
      'تفيد محفظتك بأن هذه الاستدعاءات لديها بالفعل. انظر إلى قائمة الانتظار قبل أن تقترح مرة أخرى.',
  },
  contract:
    'حسابك عقد لا تعرفه هذه الصفحة بوصفه Safe. إذا كان على آخرين أن يوقّعوا أيضًا، فلا تدفع مرة أخرى قبل أن يفعلوا.',
  note: (calls: number) => {
    const proposed = plural('ar', calls, {
      one: 'استدعاءً واحدًا',
      two: 'استدعاءين',
      few: `${calls} استدعاءات`,
      many: `${calls} استدعاءً`,
      other: `${calls} استدعاء`,
    });
    return `تقترح على Safe الخاص بك ${proposed} في معاملة واحدة: إما أن يُنفَّذ كل شيء أو لا يُنفَّذ أي شيء. لا يُدفع أي شيء قبل أن يوقّع عدد كافٍ من المالكين وينفّذها أحدهم.`;
  },
  button: (amount: string) => `اقتراح ${amount}`,
  several:
    'هذه الدفعات أكثر مما تتسع له معاملة واحدة. لا يستطيع Safe دفعها هنا معًا: ادفعها بروابطها.',
  notTogether:
    'لا تستطيع محفظتك اقتراح عدة استدعاءات في معاملة واحدة. لم يُقترح أي شيء. افتح هذا الرابط في تطبيق Safe الخاص بك.',
  title: (signed: { readonly owners: number; readonly of: number } | undefined) =>
    `في انتظار التوقيعات في Safe الخاص بك${signed ? ` (${signed.owners} من ${signed.of})` : ''}`,
  executed: 'أُرسلت الدفعة، وهي في انتظار التأكيدات',
  onItsWay: 'أُرسلت الدفعة، وهي في الطريق بين الشبكات',
  ends: {
    over: 'انتهى وقت هذا الاقتراح. لم يُدفع أي شيء. لا يزال بإمكان مالكي Safe تنفيذه: اطلب منهم رفضه هناك قبل أن تدفع.',
    withdrawn:
      'لم يُدفع أي شيء. لا يزال بإمكان مالكي Safe تنفيذ الاقتراح مع أن الدفعة سُحبت: اطلب منهم رفضه هناك.',
    replaced: 'رُفض الاقتراح أو استُبدل في Safe. لم يُدفع به أي شيء، ويمكنك اقتراح الدفعة مرة أخرى.',
    failed: 'نفّذ Safe الاقتراح لكنه فشل. لم يُدفع أي شيء، ويمكنك اقتراح الدفعة مرة أخرى.',
  },
  endsElsewhere: 'يدفع الاقتراح من شبكة أخرى. ما يُنفَّذ بعد ذلك الوقت يفشل، ولا يُدفع به أي شيء.',
  returnsTo: 'ما لا يمكن تسليمه يعود إلى',
  safe: 'عنوان Safe:',
  until: (when: string, left: string) =>
    `يمكن للآخرين الدفع من جديد بعد ${when} (الوقت المتبقي: ${left}).`,
  untilOwn: (when: string, left: string) =>
    `تنتظره هذه الصفحة حتى ${when} (الوقت المتبقي: ${left}).`,
  unheld:
    'لم تستطع خدمة الدفع إثبات الاقتراح بعد، ولذلك لا يزال بإمكان الآخرين الدفع. لا تقترحه مرة أخرى.',
  notFollowed:
    'لا تتابع خدمة الدفع الاقتراحات على هذه الشبكة، ولذلك لا يزال بإمكان الآخرين الدفع. لا تقترحه مرة أخرى.',
  queue: 'فتح قائمة انتظار Safe',
  startOver: 'حُذف هناك: البدء من جديد',
  givenUp: 'لم نعد ننتظر الاقتراح السابق. ما دام تنفيذه ممكنًا، فمن يدفع الآن قد يدفع مرتين.',
} satisfies Translation<typeof englishMessages>;
