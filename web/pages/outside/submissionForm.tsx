import { Alert, Button, Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Submission } from './submission.ts';

interface Props<Values> {
  form: FormInstance<Values>;
  submission: Submission<Values>;
  submitText: string;
  /** the button is as wide as the form */
  block?: boolean;
  children: ReactNode;
}

/** A form for `useSubmission`, with its messages and its button. */
export function SubmissionForm<Values extends object>({
  form,
  submission: { busy, refusal, hasWarnings, submit, discardWarnings },
  submitText,
  block = false,
  children,
}: Props<Values>): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {refusal ? <Alert type="error" showIcon message={refusal} role="alert" /> : null}
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={submit}
        onValuesChange={discardWarnings}
        scrollToFirstError={{ focus: true }}
      >
        {children}
        {hasWarnings ? <Alert type="warning" showIcon message={t('companyInfo.doubted')} /> : null}
        <Button type="primary" htmlType="submit" block={block} loading={busy}>
          {hasWarnings ? t('companyInfo.submitAnyway') : submitText}
        </Button>
      </Form>
    </>
  );
}
