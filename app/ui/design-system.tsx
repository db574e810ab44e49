import { useState, type ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Button, buttonClass } from './button.tsx';
import { Card } from './card.tsx';
import { Dialog, DialogContent, type DialogLook } from './dialog.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { describedBy, Field, FieldError } from './field.tsx';
import { FlightArc } from './flight-arc.tsx';
import { iconNames } from './icon-names.ts';
import { Icon } from './icon.tsx';
import { Notice, type NoticeLook } from './notice.tsx';
import { Pagination } from './pagination.tsx';
import { Select } from './select.tsx';
import { Table } from './table.tsx';
import { Tag } from './tag.tsx';
import theme from './theme.ts';
import { Toast } from './toast.tsx';
import { useHydrated } from './use-hydrated.ts';

/**
 * Every part of app/ui in every look and state, on one page, for those who build the site. It exists in
 * development only (see remix.config.js), which is why its texts stand here and not in `locales/`.
 */
export function DesignSystem({ language }: { language: 'ar' | 'en' }) {
  const text = texts[language];
  const [toast, setToast] = useState<NoticeLook>();
  return (
    // A block, so that the toast at its end may float over all of it.
    <div className="mx-auto max-w-page px-4 py-8 lg:py-12">
      <div className="grid gap-12">
        <Introduction text={text} />
        <Colours text={text} />
        <TypeScale text={text} />
        <Buttons text={text} />
        <Fields text={text} />
        <ErrorStates text={text} />
        <Files text={text} />
        <Messages text={text} onToast={setToast} />
        <Banners text={text} />
        <Dialogs text={text} />
        <Cards text={text} />
        <Tables text={text} />
        <Tags text={text} />
        <Navigation text={text} />
        <Icons text={text} />
        <Motifs text={text} />
      </div>
      <Toast look={toast ?? 'success'} close={{ label: text.messages.close, onClose: () => setToast(undefined) }}>
        {toast && <p>{text.messages[toast]}</p>}
      </Toast>
    </div>
  );
}

type Texts = (typeof texts)[keyof typeof texts];

interface SampleProps {
  text: Texts;
}

function Introduction({ text }: SampleProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <FlightArc className="h-auto w-44 md:w-60" />
      <h1 className="text-h1">{text.title}</h1>
      <p className="max-w-reading text-lead text-ink-muted">{text.lead}</p>
      <nav aria-label={text.contents} className="flex flex-wrap gap-x-6">
        {Object.entries(text.sections).map(([id, heading]) => (
          <a key={id} href={`#${id}`} className="inline-flex min-h-11 min-w-11 items-center text-action underline">
            {heading}
          </a>
        ))}
      </nav>
    </div>
  );
}

function Section({ id, text, children }: SampleProps & { id: keyof Texts['sections']; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-6 border-t border-line pt-8">
      <h2 id={id} className="text-h2">
        {text.sections[id]}
      </h2>
      {children}
    </section>
  );
}

/** Straight from the theme, so that no token is missing; the colour as a style keeps its class out of the stylesheet. */
function Colours({ text }: SampleProps) {
  return (
    <Section id="colours" text={text}>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {Object.entries(theme.theme.colors)
          .filter(([, value]) => value.startsWith('var('))
          .map(([name, value]) => (
            <li key={name} className="grid gap-1.5">
              <span className="h-16 rounded border border-line-control" style={{ background: value }} />
              <bdi dir="ltr" className="text-start text-small rtl:text-end">
                {name}
              </bdi>
            </li>
          ))}
      </ul>
    </Section>
  );
}

function TypeScale({ text }: SampleProps) {
  return (
    <Section id="type" text={text}>
      <div className="grid gap-4">
        <p className="text-h1 font-semibold">{text.type.h1}</p>
        <p className="text-h2 font-semibold">{text.type.h2}</p>
        <p className="text-h3 font-semibold">{text.type.h3}</p>
        <p className="max-w-reading text-lead text-ink-muted">{text.type.lead}</p>
        <p className="max-w-reading">{text.type.body}</p>
        <p className="max-w-reading text-small text-ink-muted">{text.type.small}</p>
      </div>
    </Section>
  );
}

function Buttons({ text }: SampleProps) {
  const { buttons } = text;
  return (
    <Section id="buttons" text={text}>
      <div className="flex flex-wrap gap-3">
        <Button look="urgent" type="button">
          {buttons.urgent}
        </Button>
        <Button look="main" type="button">
          {buttons.main}
        </Button>
        <Button look="quiet" type="button">
          {buttons.quiet}
        </Button>
        <Button look="main" type="button">
          <Icon name="phone" />
          {buttons.call}
        </Button>
        <a href="#buttons" className={buttonClass('quiet')}>
          {buttons.link}
          <Icon name="arrow-right" className="mirrors" />
        </a>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="urgent" type="button" disabled>
          {buttons.urgent}
        </Button>
        <Button look="quiet" type="button" disabled>
          {buttons.quiet}
        </Button>
        <Button look="urgent" type="button" aria-disabled="true">
          <span aria-hidden="true" className="spinner" />
          <span>{buttons.sending}</span>
        </Button>
      </div>
      <p className="max-w-reading">
        {buttons.sentence}{' '}
        <a href="#buttons" className="text-action underline">
          {buttons.inText}
        </a>
        .
      </p>
    </Section>
  );
}

function Fields({ text }: SampleProps) {
  const { fields } = text;
  return (
    <Section id="fields" text={text}>
      <div className="grid max-w-form gap-6 rounded-card bg-surface-raised p-5 shadow-raised md:p-8">
        <Field id="sample-name" label={fields.name}>
          <input id="sample-name" dir="auto" placeholder=" " autoComplete="off" className="control" />
        </Field>
        <Field id="sample-phone" label={fields.phone} hint={fields.phoneHint}>
          <input
            id="sample-phone"
            type="tel"
            dir="ltr"
            autoComplete="off"
            aria-describedby={describedBy('sample-phone', { hint: true, error: false })}
            className="control"
          />
        </Field>
        <Field id="sample-email" label={fields.email} hint={fields.emailHint} error={fields.emailError}>
          <input
            id="sample-email"
            type="email"
            dir="ltr"
            defaultValue="layla@example"
            autoComplete="off"
            aria-invalid="true"
            aria-describedby={describedBy('sample-email', { hint: true, error: true })}
            className="control"
          />
        </Field>
        <Field id="sample-date" label={fields.date} note={fields.optional}>
          <input id="sample-date" type="date" dir="ltr" className="control" />
        </Field>
        <Field id="sample-country" label={fields.country}>
          <Select id="sample-country">
            {fields.countries.map((country) => (
              <option key={country}>{country}</option>
            ))}
          </Select>
        </Field>
        <Field id="sample-message" label={fields.message}>
          <textarea id="sample-message" dir="auto" rows={4} placeholder=" " className="control" />
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-semibold">{fields.answerBy}</legend>
          {fields.ways.map((way, index) => (
            <label key={way} className="choice">
              <input type="radio" name="sample-way" defaultChecked={index === 0} />
              <span>{way}</span>
            </label>
          ))}
        </fieldset>
        <label className="choice">
          <input type="checkbox" name="sample-company" />
          <span>{fields.company}</span>
        </label>
        <Field id="sample-disabled" label={fields.reference}>
          <input id="sample-disabled" dir="ltr" disabled defaultValue="7K2M-94QX" className="control" />
        </Field>
      </div>
    </Section>
  );
}

/** Folded away: opened with the page, the summary would take the focus and scroll everything to itself. */
function ErrorStates({ text }: SampleProps) {
  const { errors } = text;
  return (
    <Section id="errors" text={text}>
      <FieldError>{errors.field}</FieldError>
      <details className="grid max-w-form gap-4">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-action">{errors.show}</summary>
        <ErrorSummary
          title={errors.title}
          items={[
            { controlId: 'sample-email', message: errors.email },
            { controlId: 'sample-name', message: errors.name },
          ]}
          attempt={undefined}
        >
          <p className="mt-3">{errors.kept}</p>
        </ErrorSummary>
      </details>
    </Section>
  );
}

function Files({ text }: SampleProps) {
  const { files } = text;
  return (
    <Section id="files" text={text}>
      <ul className="grid max-w-form gap-2">
        <li className="flex items-center gap-3 rounded border border-line bg-surface-raised py-2 pe-2 ps-4">
          <Icon name="file-text" className="text-action" />
          <span className="min-w-0 grow">
            <span className="block">
              <bdi>MRI-report-2026.pdf</bdi>
            </span>
            <span className="flex flex-wrap items-center gap-x-3 text-small text-ink-muted">
              <bdi>{files.size}</bdi>
              <span className="flex items-center gap-1 text-success">
                <Icon name="circle-check" />
                {files.stored}
              </span>
            </span>
          </span>
          <RemoveSample label={files.remove} />
        </li>
        <li className="flex items-center justify-between gap-3 rounded border-2 border-signal bg-signal-soft py-2 pe-2 ps-4">
          <FieldError>{files.tooLarge}</FieldError>
          <RemoveSample label={files.remove} />
        </li>
      </ul>
    </Section>
  );
}

function RemoveSample({ label }: { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded px-3 text-signal underline hover:bg-signal-soft"
    >
      <Icon name="trash-2" />
      <span className="hidden sm:inline">{label}</span>
    </button>
  );
}

/** Each toast has a box of its own here, which holds it in its place; the buttons show one where it belongs. */
function Messages({ text, onToast }: SampleProps & { onToast: (look: NoticeLook) => void }) {
  const { messages } = text;
  const isHydrated = useHydrated();
  return (
    <Section id="messages" text={text}>
      <div className="grid max-w-form gap-4">
        <Notice>
          <p>{messages.success}</p>
          <p>{messages.more}</p>
        </Notice>
        <Notice look="problem">
          <p>{messages.problem}</p>
        </Notice>
      </div>
      <div className="grid max-w-form gap-4">
        <div>
          <Toast look="success" close={{ label: messages.close, href: '#messages' }}>
            <p>{messages.success}</p>
          </Toast>
        </div>
        <div>
          <Toast look="problem" close={{ label: messages.close, href: '#messages' }}>
            <p>{messages.problem}</p>
          </Toast>
        </div>
      </div>
      {isHydrated && (
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" type="button" onClick={() => onToast('success')}>
            {messages.showSuccess}
          </Button>
          <Button look="quiet" type="button" onClick={() => onToast('problem')}>
            {messages.showProblem}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Banners({ text }: SampleProps) {
  const { banners } = text;
  return (
    <Section id="banners" text={text}>
      <div className="-mx-4 grid gap-4">
        <Banner
          look="info"
          label={banners.infoLabel}
          actions={
            <>
              <Button look="main" type="button">
                {banners.accept}
              </Button>
              <Button look="quiet" type="button">
                {banners.refuse}
              </Button>
            </>
          }
        >
          <p>{banners.info}</p>
        </Banner>
        <Banner look="warning" label={banners.warningLabel}>
          <p>
            <strong>{banners.warningLead}</strong> {banners.warning}
          </p>
        </Banner>
        <Banner look="problem" label={banners.problemLabel}>
          <p>{banners.problem}</p>
        </Banner>
      </div>
    </Section>
  );
}

function Dialogs({ text }: SampleProps) {
  const { dialogs } = text;
  const isHydrated = useHydrated();
  const [open, setOpen] = useState<DialogLook>();
  const close = () => setOpen(undefined);
  return (
    <Section id="dialogs" text={text}>
      {isHydrated && (
        <div className="flex flex-wrap gap-3">
          {dialogLooks.map((look) => (
            <Button key={look} look="quiet" type="button" onClick={() => setOpen(look)}>
              {dialogs[look].opens}
            </Button>
          ))}
        </div>
      )}
      {dialogLooks.map((look) => (
        <Dialog
          key={look}
          look={look}
          title={dialogs[look].title}
          isOpen={open === look}
          onClose={close}
          actions={
            <>
              <Button look="main" type="button" onClick={close}>
                {dialogs.ok}
              </Button>
              <a href="#dialogs" onClick={close} className={buttonClass('quiet')}>
                {dialogs.home}
              </a>
            </>
          }
        >
          <p>{dialogs[look].message}</p>
        </Dialog>
      ))}
      <dialog open className="dialog" aria-labelledby="sample-dialog-title" aria-describedby="sample-dialog-text">
        <DialogContent
          id="sample-dialog-"
          look="success"
          title={dialogs.success.title}
          actions={
            <a href="#dialogs" className={buttonClass('main')}>
              {dialogs.ok}
            </a>
          }
        >
          <p>{dialogs.inFlow}</p>
        </DialogContent>
      </dialog>
    </Section>
  );
}

const dialogLooks = ['success', 'error', 'question'] as const;

function Cards({ text }: SampleProps) {
  const { cards } = text;
  return (
    <Section id="cards" text={text}>
      <ul className="grid gap-6 md:grid-cols-2">
        <Card
          as="li"
          heading={cards.flight.heading}
          picture={
            <div className="grid h-40 place-items-center bg-surface-deep">
              <FlightArc />
            </div>
          }
          footer={
            <a href="#cards" className={buttonClass('quiet')}>
              {cards.more}
              <span className="hidden-visually">: {cards.flight.heading}</span>
            </a>
          }
        >
          <p>{cards.flight.text}</p>
        </Card>
        <Card
          as="li"
          heading={cards.hotel.heading}
          picture={
            <div className="grid h-40 place-items-center bg-action-soft text-action">
              <Icon name="hotel" className="text-[3.5rem]" />
            </div>
          }
          footer={
            <a href="#cards" className={buttonClass('quiet')}>
              {cards.more}
              <span className="hidden-visually">: {cards.hotel.heading}</span>
            </a>
          }
        >
          <p>{cards.hotel.text}</p>
        </Card>
        <Card as="li" heading={cards.plain.heading}>
          <p>{cards.plain.text}</p>
        </Card>
      </ul>
    </Section>
  );
}

function Tables({ text }: SampleProps) {
  const { table } = text;
  const [from, code, hours, distance] = table.headings;
  return (
    <Section id="table" text={text}>
      <Table
        caption={table.caption}
        columns={[
          { heading: from },
          { heading: code },
          { heading: hours, isNumber: true },
          { heading: distance, isNumber: true },
        ]}
        rows={table.rows.map(([city, airport, time, kilometres]) => ({
          key: airport,
          cells: [
            city,
            <bdi key="airport" dir="ltr">
              {airport}
            </bdi>,
            <bdi key="time" dir="ltr">
              {time}
            </bdi>,
            <bdi key="distance" dir="ltr">
              {kilometres}
            </bdi>,
          ],
        }))}
      />
    </Section>
  );
}

function Tags({ text }: SampleProps) {
  return (
    <Section id="tags" text={text}>
      <ul className="flex flex-wrap gap-3">
        <li>
          <Tag>{text.tags.neutral}</Tag>
        </li>
        <li>
          <Tag look="success">{text.tags.success}</Tag>
        </li>
        <li>
          <Tag look="warning">{text.tags.warning}</Tag>
        </li>
      </ul>
    </Section>
  );
}

function Navigation({ text }: SampleProps) {
  const { navigation } = text;
  return (
    <Section id="navigation" text={text}>
      <Breadcrumbs
        label={navigation.breadcrumbs}
        items={navigation.trail.map((name, index) => ({ name, href: `#step-${index}` }))}
      />
      {[1, 3, 10, 20].map((current) => (
        <Pagination
          key={current}
          current={current}
          total={20}
          href={() => '#navigation'}
          labels={{
            name: `${navigation.pages} (${current})`,
            previous: navigation.previous,
            next: navigation.next,
            page: (page) => `${navigation.page} ${page}`,
          }}
        />
      ))}
    </Section>
  );
}

function Icons({ text }: SampleProps) {
  return (
    <Section id="icons" text={text}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
        {iconNames.map((name) => (
          <li key={name} className="flex items-center gap-3 text-small">
            <Icon name={name} className="text-h3 text-action" />
            <bdi dir="ltr">{name}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Motifs({ text }: SampleProps) {
  return (
    <Section id="motifs" text={text}>
      <div className="flex flex-wrap items-center gap-8">
        <FlightArc />
        <div className="rounded-card bg-surface-deep p-6">
          <FlightArc className="h-auto w-40" />
        </div>
        <p className="flex items-center gap-3">
          <span aria-hidden="true" className="spinner text-action" />
          {text.buttons.sending}
        </p>
      </div>
    </Section>
  );
}

const texts = {
  en: {
    title: 'Design system',
    lead: 'Everything the pages are made of, in every look and state.',
    contents: 'Contents',
    sections: {
      colours: 'Colours',
      type: 'Type',
      buttons: 'Buttons and links',
      fields: 'Fields',
      errors: 'Errors',
      files: 'Files',
      messages: 'Notices and toasts',
      banners: 'Banners',
      dialogs: 'Dialogs',
      cards: 'Cards',
      table: 'Table',
      tags: 'Tags',
      navigation: 'Breadcrumbs and pages',
      icons: 'Icons',
      motifs: 'Flight arc and spinner',
    },
    type: {
      h1: 'Safely to Germany, well cared for',
      h2: 'A doctor travels with the patient',
      h3: 'Documents, visa and a place in hospital',
      lead: 'We bring your relative to the right clinic and stay beside you until you are home again.',
      body: 'Call us at any hour. A doctor reads the reports first, then we tell you which flight is possible, when it can leave and what it costs. You decide in your own time.',
      small: 'Medical reports should be no older than 3 months.',
    },
    buttons: {
      urgent: 'Request a medical flight',
      main: 'Search flights',
      quiet: 'Learn more',
      call: 'Call us',
      link: 'To the services',
      sending: 'Sending …',
      sentence: 'A link in running text is underlined:',
      inText: 'how we handle medical reports',
    },
    fields: {
      name: 'Your name',
      phone: 'Telephone',
      phoneHint: 'With the country code, for example +966 50 123 4567',
      email: 'E-mail',
      emailHint: 'We send the receipt there',
      emailError: 'Enter an e-mail address like name@example.com',
      date: 'Travel date',
      optional: 'optional',
      country: 'Country',
      countries: ['Saudi Arabia', 'Kuwait', 'Jordan'],
      message: 'What should we know?',
      answerBy: 'How shall we answer?',
      ways: ['By telephone', 'By WhatsApp', 'By e-mail'],
      company: 'A relative travels along',
      reference: 'Reference (cannot be changed)',
    },
    errors: {
      field: 'Enter your name',
      show: 'Show the error summary',
      title: 'Two things need your attention',
      email: 'Enter an e-mail address like name@example.com',
      name: 'Enter your name',
      kept: 'Everything else you entered is still there.',
    },
    files: {
      size: '2.4 MB',
      stored: 'Saved',
      tooLarge: 'The file is larger than 30 MB. Send a smaller one.',
      remove: 'Remove',
    },
    messages: {
      success: 'Your request has arrived',
      more: 'We call you within the hour, at any time of day.',
      problem: 'We could not send your request. Please try again or call us.',
      close: 'Close the message',
      showSuccess: 'Show a success toast',
      showProblem: 'Show a problem toast',
    },
    banners: {
      infoLabel: 'Cookies',
      info: 'May we count visits? It helps us to make this site better.',
      accept: 'Yes',
      refuse: 'No',
      warningLabel: 'Sample data',
      warningLead: 'Sample flights.',
      warning: 'These flights are made up and cannot be booked.',
      problemLabel: 'Disturbance',
      problem: 'The flight search does not answer at the moment. Please call us.',
    },
    dialogs: {
      ok: 'OK',
      home: 'To the home page',
      inFlow: 'This is how it stands without JavaScript: open, in the flow of the page.',
      success: {
        opens: 'Open success',
        title: 'Thank you, we have your message',
        message: 'We answer within one working day.',
      },
      error: {
        opens: 'Open error',
        title: 'The message could not be sent',
        message: 'Please try again in a few minutes, or call us.',
      },
      question: {
        opens: 'Open question',
        title: 'Leave the form?',
        message: 'What you entered will not be kept.',
      },
    },
    cards: {
      more: 'Learn more',
      flight: {
        heading: 'Medical flight',
        text: 'By stretcher on a scheduled flight or in an ambulance aircraft, with a doctor from bed to bed.',
      },
      hotel: { heading: 'Hotel and car', text: 'Close to the clinic, with Arabic-speaking help.' },
      plain: { heading: 'Without a picture', text: 'For facts that need no illustration.' },
    },
    table: {
      caption: 'Flights to Munich, sample figures',
      headings: ['From', 'Airport', 'Hours', 'Kilometres'],
      rows: [
        ['Riyadh', 'RUH', '5:50', '3,970'],
        ['Kuwait City', 'KWI', '5:10', '3,500'],
        ['Amman', 'AMM', '4:00', '2,560'],
      ],
    },
    tags: { neutral: 'Direct flight', success: 'Confirmed', warning: 'Self-transfer' },
    navigation: {
      breadcrumbs: 'You are here',
      trail: ['Home', 'Treatments', 'Paediatric cardiology'],
      pages: 'Pages of the results',
      page: 'Page',
      previous: 'Previous',
      next: 'Next',
    },
  },
  ar: {
    title: 'نظام التصميم',
    lead: 'كل ما تتكوّن منه صفحات الموقع، بجميع أشكاله وحالاته.',
    contents: 'المحتويات',
    sections: {
      colours: 'الألوان',
      type: 'الخطوط',
      buttons: 'الأزرار والروابط',
      fields: 'الحقول',
      errors: 'الأخطاء',
      files: 'الملفات',
      messages: 'الإشعارات',
      banners: 'الأشرطة',
      dialogs: 'مربّعات الحوار',
      cards: 'البطاقات',
      table: 'الجدول',
      tags: 'الوسوم',
      navigation: 'مسار التصفّح وترقيم الصفحات',
      icons: 'الأيقونات',
      motifs: 'قوس الرحلة ومؤشّر الانتظار',
    },
    type: {
      h1: 'إلى ألمانيا بأمان وعناية',
      h2: 'طبيب يرافق المريض طوال الطريق',
      h3: 'الوثائق والتأشيرة وحجز المستشفى',
      lead: 'ننقل مريضكم إلى المستشفى المناسب، ونبقى إلى جانبكم حتى تعودوا إلى بيتكم سالمين.',
      body: 'اتصلوا بنا في أي ساعة. يقرأ طبيبنا التقارير أولًا، ثم نخبركم بالرحلة الممكنة وموعد إقلاعها وتكلفتها، والقرار لكم متى شئتم.',
      small: 'يُفضَّل ألّا يتجاوز عمر التقارير الطبية 3 أشهر.',
    },
    buttons: {
      urgent: 'اطلبوا رحلة طبية',
      main: 'ابحثوا عن رحلات',
      quiet: 'اعرفوا المزيد',
      call: 'اتصلوا بنا',
      link: 'إلى الخدمات',
      sending: 'جارٍ الإرسال…',
      sentence: 'الرابط داخل النص يظهر تحته خط:',
      inText: 'كيف نحفظ التقارير الطبية',
    },
    fields: {
      name: 'الاسم',
      phone: 'رقم الهاتف',
      phoneHint: 'مع رمز الدولة، مثل \u2066+966 50 123 4567\u2069',
      email: 'البريد الإلكتروني',
      emailHint: 'نرسل إليه إيصال الطلب',
      emailError: 'اكتبوا عنوان بريد مثل \u2066name@example.com\u2069',
      date: 'تاريخ السفر',
      optional: 'اختياري',
      country: 'الدولة',
      countries: ['السعودية', 'الكويت', 'الأردن'],
      message: 'ما الذي تودّون أن نعرفه؟',
      answerBy: 'كيف تفضّلون أن نردّ عليكم؟',
      ways: ['بالهاتف', 'عبر واتساب', 'بالبريد الإلكتروني'],
      company: 'يسافر معه أحد الأقارب',
      reference: 'رقم الطلب (لا يمكن تغييره)',
    },
    errors: {
      field: 'اكتبوا الاسم',
      show: 'عرض ملخّص الأخطاء',
      title: 'هناك أمران يحتاجان إلى تصحيح',
      email: 'اكتبوا عنوان بريد مثل \u2066name@example.com\u2069',
      name: 'اكتبوا الاسم',
      kept: 'بقية ما كتبتموه ما زال محفوظًا.',
    },
    files: {
      size: '2.4 م.ب',
      stored: 'محفوظ',
      tooLarge: 'حجم الملف أكبر من 30 ميغابايت. أرسلوا ملفًا أصغر.',
      remove: 'إزالة',
    },
    messages: {
      success: 'وصلنا طلبكم',
      more: 'نتصل بكم خلال ساعة، في أي وقت من اليوم.',
      problem: 'تعذّر إرسال طلبكم. حاولوا مرة أخرى أو اتصلوا بنا.',
      close: 'إغلاق الرسالة',
      showSuccess: 'عرض إشعار نجاح',
      showProblem: 'عرض إشعار خطأ',
    },
    banners: {
      infoLabel: 'ملفات تعريف الارتباط',
      info: 'هل تسمحون لنا بإحصاء الزيارات؟ يساعدنا ذلك على تحسين الموقع.',
      accept: 'نعم',
      refuse: 'لا',
      warningLabel: 'بيانات تجريبية',
      warningLead: 'رحلات تجريبية.',
      warning: 'هذه الرحلات غير حقيقية ولا يمكن حجزها.',
      problemLabel: 'عطل مؤقّت',
      problem: 'البحث عن الرحلات لا يستجيب حاليًا. يرجى الاتصال بنا.',
    },
    dialogs: {
      ok: 'حسنًا',
      home: 'إلى الصفحة الرئيسية',
      inFlow: 'هكذا يظهر من دون جافاسكريبت: مفتوحًا ضمن الصفحة.',
      success: {
        opens: 'فتح رسالة النجاح',
        title: 'شكرًا لكم، وصلتنا رسالتكم',
        message: 'نردّ عليكم خلال يوم عمل واحد.',
      },
      error: {
        opens: 'فتح رسالة الخطأ',
        title: 'تعذّر إرسال الرسالة',
        message: 'حاولوا مرة أخرى بعد دقائق، أو اتصلوا بنا.',
      },
      question: {
        opens: 'فتح السؤال',
        title: 'هل تريدون مغادرة النموذج؟',
        message: 'لن يُحفظ ما كتبتموه.',
      },
    },
    cards: {
      more: 'اعرفوا المزيد',
      flight: {
        heading: 'الرحلة الطبية',
        text: 'على نقّالة في رحلة عادية أو بطائرة إسعاف، مع طبيب من السرير إلى السرير.',
      },
      hotel: { heading: 'الفندق والسيارة', text: 'قرب المستشفى، مع مرافقة بالعربية.' },
      plain: { heading: 'بطاقة بلا صورة', text: 'لمعلومات لا تحتاج إلى رسم.' },
    },
    table: {
      caption: 'رحلات إلى ميونخ، أرقام للتجربة',
      headings: ['من', 'المطار', 'المدة بالساعات', 'المسافة بالكيلومتر'],
      rows: [
        ['الرياض', 'RUH', '5:50', '3,970'],
        ['مدينة الكويت', 'KWI', '5:10', '3,500'],
        ['عمّان', 'AMM', '4:00', '2,560'],
      ],
    },
    tags: { neutral: 'رحلة مباشرة', success: 'مؤكَّد', warning: 'تبديل ذاتي' },
    navigation: {
      breadcrumbs: 'مكانكم في الموقع',
      trail: ['الرئيسية', 'العلاجات', 'أمراض قلب الأطفال'],
      pages: 'صفحات النتائج',
      page: 'صفحة',
      previous: 'السابق',
      next: 'التالي',
    },
  },
} as const;
