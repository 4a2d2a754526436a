import { laterMessages } from '../../../ui/messages/ar/later.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { Seen } from '../../page-state.ts';
import { durationText } from '../duration.ts';
import type { paymentMessages as englishMessages } from '../en/payment.ts';

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: 'لقد رفضت.',
  busy: 'في محفظتك طلب مفتوح بالفعل. أكمله أو أغلقه هناك، ثم حاول مرة أخرى.',
  unauthorized: 'لم تسمح محفظتك لهذه الصفحة بالوصول إلى الحساب. اسمح بذلك هناك ثم حاول مرة أخرى.',
  disconnected: 'محفظتك غير متصلة بأي شبكة. افتحها ثم حاول مرة أخرى.',
  unknown_chain: 'لا تعرف محفظتك هذه الشبكة. أضفها في المحفظة ثم حاول مرة أخرى.',
  unsupported: 'لا تستطيع محفظتك فعل ذلك من هنا. افعله في المحفظة ثم حاول مرة أخرى.',
  insufficient: 'تفيد المحفظة بأن الرصيد لا يكفي لذلك. لم تُرسل الدفعة.',
  would_revert: 'سترفض الشبكة هذه الدفعة الآن، ولذلك لم تُرسل.',
  wrong_checksum:
    'العنوان الذي تذكره محفظتك يحتوي على مجموع اختباري خاطئ. استخدم حسابًا آخر أو محفظة أخرى.',
  failed: 'لم تعطِ المحفظة إجابة واضحة. انظر إلى سجل نشاطها قبل أن تحاول مرة أخرى.',
  unloaded: laterMessages.unloaded,
  left_open: 'قد يكون طلب من هذه الصفحة لا يزال مفتوحًا في محفظتك. تحقق هناك قبل أن تدفع.',
  seen: 'توجد دفعة لهذا الرابط على الشبكة بالفعل وهي في انتظار التأكيدات. إذا كانت دفعتك، فلا تدفع مرة أخرى.',
  unseen: 'اختفت من الشبكة دفعة كانت عليها. إذا كانت دفعتك، فانظر في محفظتك قبل أن تدفع مرة أخرى.',
  taken_back:
    'كانت هذه الدفعة مكتملة، لكن الشبكة تراجعت عن الكتلة التي تضمنتها. إذا كانت دفعتك، فانظر في محفظتك قبل أن تدفع مرة أخرى.',
  wrong_account: 'أجابت محفظتك عن حساب آخر. اختر الحساب الذي تريد الدفع منه.',
  other_tab:
    'علامة تبويب أخرى في هذا المتصفح تطلب التأكيد من محفظتك بشأن هذه الدفعة. تابع هناك، أو أغلق تلك العلامة أولًا.',
  cancelled: 'أُلغيت الدفعة في محفظتك. لم تُرسل الدفعة.',
  changed: 'حُدّثت الدفعة وتغيّرت. يُرجى النظر إليها مرة أخرى.',
  unmined: 'لم يُعثر على المعاملة السابقة على الشبكة. تحقق من محفظتك قبل أن تدفع.',
  approval_reverted: 'فشل الإذن على الشبكة. لم تُرسل الدفعة؛ وصُرفت رسوم الشبكة.',
  part_reverted: 'رفضت الشبكة هذا الجزء، فلم يُدفع أي شيء منه؛ وصُرفت رسوم الشبكة الخاصة به.',
  proposed: 'اقتُرحت معاملة من Safe قد تدفع هذا الرابط. من يدفع الآن قد يدفع مرتين.',
};

function completeAfter(blocks: number): string {
  return plural('ar', blocks, {
    one: 'تكتمل بعد كتلة واحدة أخرى',
    two: 'تكتمل بعد كتلتين أخريين',
    few: `تكتمل بعد ${blocks} كتل أخرى`,
    other: `تكتمل بعد ${blocks} كتلة أخرى`,
  });
}

/** The number of confirmations, where it is not known how many there have to be. */
function confirmationsText(count: number): string {
  return plural('ar', count, {
    zero: 'لا تأكيدات بعد',
    one: 'تأكيد واحد',
    two: 'تأكيدان',
    few: `${count} تأكيدات`,
    many: `${count} تأكيدًا`,
    other: `${count} تأكيد`,
  });
}

/** The warning of a payment that is on the network, with what it waits for. */
function seenText({ blockNumber, blocksLeft, again }: Seen): string {
  const complete =
    blocksLeft === undefined
      ? 'تكتمل حالما تؤكد الشبكة تلك الكتلة'
      : blocksLeft > 0
        ? completeAfter(blocksLeft)
        : 'تكتمل بعد لحظات';
  return `${again === true ? 'كانت هذه الدفعة مكتملة إلى أن تراجعت الشبكة عن كتلتها. ' : ''}${NOTICES.seen} الدفعة في الكتلة ${blockNumber} و${complete}.`;
}

/** The Arabic texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: 'لم يُعثر على أي محفظة في هذا المتصفح.',
    elsewhere: 'الدفع بجهاز آخر',
    testWalletNote: 'توجد محافظ الاختبار داخل هذه الصفحة وتحتوي على أموال اختبار فقط.',
    sandboxOnly: 'في وضع الاختبار لا يمكن الدفع على هذه الشبكة إلا بمحافظ الاختبار.',
  },
  ...laterMessages,
  titles: {
    connecting: 'افتح محفظتك',
    switching: 'افتح محفظتك',
    signing: 'افتح محفظتك',
    approving: 'الإذن في الطريق',
    confirming: 'الدفعة في الطريق',
    crosschain: 'الدفعة في الطريق',
    elsewhere: 'الدفع من شبكة أخرى',
    proposed: 'في انتظار التوقيعات',
    not_allowed: 'المحفظة غير مسموح بها',
    short: 'الرصيد غير كافٍ',
    no_gas: 'الرصيد لا يكفي لرسوم الشبكة',
    mismatch: 'لا تدفع',
    reverted: 'لم يُدفع',
    unreachable: 'تعذّر الوصول',
    expired: 'انتهت صلاحية الرابط',
    closed: 'غير متاح',
    unknown: 'رابط غير صالح',
    done: 'اكتملت الدفعة',
  },
  nothingCharged: 'لم يُخصم أي مبلغ.',
  empty: {
    title: 'لا يوجد رابط دفع',
    text: 'تُفتح هذه الصفحة برابط دفع. اطلب الرابط ممن يريد استلام الدفعة؛ وينتهي الرابط بما يلي: «?token=…».',
  },
  unknown: {
    title: 'هذا الرابط غير صالح',
    text: 'تأكد من نسخ الرابط كاملًا، أو اطلب رابطًا جديدًا.',
  },
  closed: {
    title: 'هذه الدفعة غير متاحة',
    text: 'لم يعد بالإمكان استخدام الرابط، ولذلك لا يمكن دفع أي شيء هنا. اطلب رابطًا جديدًا ممن أرسله.',
  },
  unsupported: {
    title: 'لا يمكن إجراء هذه الدفعة هنا',
    text: 'لا تعرف هذه الصفحة نوع الدفعة أو الشبكة أو الرمز. اسأل من أرسل الرابط.',
  },
  proposed: {
    title: 'في انتظار التوقيعات في حساب Safe',
    text: 'لم يُدفع أي شيء بعد. يوقّع مالكوه المعاملة التي تدفع هذا الرابط وينفّذونها. يمكنك إغلاق هذه الصفحة.',
  },
  unreachable: {
    title: 'تعذّر علينا الوصول إلى خدمة الدفع',
    text: 'نواصل المحاولة.',
  },
  checks: {
    running: { title: 'جارٍ التحقق من محفظتك', text: 'يستغرق ذلك بضع ثوانٍ.' },
    failed: {
      title: 'تعذّر التحقق من محفظتك',
      text: 'نواصل المحاولة. إذا لم ينجح ذلك، فعُد لاحقًا.',
    },
  },
  limited: {
    title: 'وردت طلبات كثيرة جدًا من اتصالك بالإنترنت',
    text: (seconds: number) => {
      // Behind this preposition the dual is in the genitive, and Intl has the nominative.
      const duration = durationText('ar-u-nu-latn', seconds).replace('دقيقتان', 'دقيقتين');
      return `تستمر هذه الصفحة تلقائيًا خلال ${duration}.`;
    },
  },
  charged: {
    fees: 'لم يُدفع أي شيء. لم تُصرف سوى رسوم الشبكة لما وقّعته سابقًا.',
    part: 'ما دفعته سابقًا يبقى مدفوعًا. لم يُخصم أي مبلغ آخر.',
    open: 'قد يكون طلب سابق لهذه الدفعة لا يزال مفتوحًا في محفظتك أو في طريقه إلى الشبكة. تحقق هناك قبل أن تدفع.',
  },
  expired: {
    title: 'انتهت صلاحية هذا الرابط',
    text: 'لم يعد بالإمكان دفعه. اطلب رابطًا جديدًا ممن أرسله.',
    since: (when: string) => `انتهت صلاحيته في ${when}.`,
    takenBack:
      'كانت هذه الدفعة مكتملة، لكن الشبكة تراجعت عن الكتلة التي تضمنتها. وتكتمل من جديد حالما تُدرجها الشبكة مرة أخرى.',
  },
  asking: 'جارٍ التحقق من هذه المحفظة. يستغرق ذلك بضع ثوانٍ.',
  notAllowed: {
    title: 'لا يمكن استخدام هذه المحفظة لهذه الدفعة',
    text: 'استخدم محفظة أخرى، أو اسأل من أرسل إليك الرابط.',
  },
  mismatch: {
    title: 'لا تدفع هذا',
    link: 'تفاصيل هذا الرابط متناقضة',
    text: (problem: string) =>
      `ما كنت ستوقّعه ليس ما تعرضه هذه الصفحة: ${problem}. لم يُرسل، ولا يوجد هنا ما يُوقَّع. أبلغ من أرسل إليك الرابط.`,
  },
  preparing: 'جارٍ إعداد الدفعة والتحقق منها…',
  refresh: 'التحقق مرة أخرى',
  short: {
    title: 'الرصيد غير كافٍ',
    need: (amount: string, network: string) => `تحتاج إلى ${amount} إضافية على ${network}.`,
    needTotal: (amount: string, network: string) => `تحتاج إلى ${amount} على ${network}.`,
    have: (amount: string) => `رصيد هذه المحفظة: ${amount}.`,
    headroom: (coin: string) => `تُضاف إلى ذلك رسوم الشبكة بعملة ${coin}.`,
    fund: 'أرسل المبلغ الناقص إلى محفظتك، ثم تحقق مرة أخرى:',
  },
  noGas: {
    title: (coin: string) => `رصيد ${coin} لا يكفي لرسوم الشبكة`,
    text: (coin: string, network: string) =>
      `لديك الرموز، لكن الشبكة تطلب رسومها بعملة ${coin}. أضف بعض ${coin} على ${network}، ثم تحقق مرة أخرى.`,
    about: (fee: string) => `يكفي نحو ${fee}.`,
  },
  switching: (wallet: string, network: string) => `أكّد في ${wallet} التبديل إلى ${network}`,
  switchByHand: (network: string) => `إذا لم ينجح ذلك، فاختر ${network} في المحفظة بنفسك.`,
  confirmIn: (wallet: string) => `أكّد في ${wallet}`,
  confirming: {
    title: 'دفعتك في الطريق',
    sent: 'أُرسلت إلى الشبكة',
    relaying: 'جارٍ إرسالها إلى الشبكة',
    waiting: 'في انتظار الشبكة',
    confirmations: (done: number, of: number | undefined) =>
      of === undefined
        ? confirmationsText(done)
        : `التأكيدات: ${Math.min(done, of)} من ${of}${done < of ? `؛ ${completeAfter(of - done)}` : ''}`,
    inBlock: (block: number) => `ظهرت في الكتلة ${block}`,
    word: 'تكتمل حالما تؤكد الشبكة هذه الكتلة.',
    vanished:
      'تراجعت الشبكة عن الكتلة التي تضمنت دفعتك. غالبًا ما تُدرجها من جديد تلقائيًا، فلا تدفع مرة أخرى في الوقت الحالي.',
    settling: 'مؤكدة. جارٍ إبلاغ المستلم…',
    typical: (network: string, seconds: number) =>
      `المدة المعتادة على ${network}: ${durationText('ar-u-nu-latn', seconds)} تقريبًا.`,
    close: 'يمكنك إغلاق هذه الصفحة. تستمر الدفعة من دونها.',
    replaced: 'أرسلت محفظتك نسخة جديدة من المعاملة. نتابع تلك النسخة.',
    offline: 'خدمة الدفع لا تجيب الآن. معاملتك لا تتأثر بذلك؛ ونواصل السؤال.',
    lost: 'لم تعد الشبكة تعرف هذه المعاملة. تحقق في محفظتك ممّا إذا كانت قد أُسقطت قبل أن تدفع مرة أخرى.',
    startOver: 'أُسقطت: البدء من جديد',
  },
  done: {
    title: 'هذه الدفعة مكتملة',
    partly: 'دُفع جزء من هذا',
    final: 'وهي نهائية.',
    print: 'طباعة الإيصال',
    localChain: 'دفعة الاختبار هذه على سلسلة محلية لا تعرفها المستكشفات العامة.',
    redirect: 'العودة والإغلاق',
    leadsTo: 'يؤدي إلى',
  },
  explorer: 'عرض المعاملة',
  transaction: 'المعاملة',
  notices: NOTICES,
  seen: seenText,
} satisfies Translation<typeof englishMessages>;
