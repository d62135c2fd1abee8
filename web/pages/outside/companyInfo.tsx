import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Form, Input, type UploadFile } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { OutsideCard, OutsideDone } from './card.tsx';
import { type CompanyValues, useCompanySubmission } from './companySubmission.ts';
import { MailAndCode } from './mailCode.tsx';
import { Scans } from './scans.tsx';
import { SubmissionForm } from './submissionForm.tsx';

const CLIENT = new QueryClient();

/** Page on which a company submits its information for review (1§3). */
export function CompanyInfoPage(): ReactNode {
  return (
    <QueryClientProvider client={CLIENT}>
      <Suspense fallback={null}>
        <CompanyInfo />
      </Suspense>
    </QueryClientProvider>
  );
}

function CompanyInfo(): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<CompanyValues>();
  const submission = useCompanySubmission(form);
  const { doneMessage, showError } = submission;
  const title = t('companyInfo.title');
  if (doneMessage !== undefined)
    return <OutsideDone title={title} message={doneMessage} next={t('companyInfo.next')} />;
  return (
    <OutsideCard title={title} about={t('companyInfo.about')} wide>
      <SubmissionForm form={form} submission={submission} submitText={t('companyInfo.submit')}>
        <NameFields />
        <AddressFields />
        <ScanFields />
        <div className="outside-pair">
          <MailAndCode form={form} purpose="submission" onError={showError} />
        </div>
      </SubmissionForm>
    </OutsideCard>
  );
}

function NameFields(): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="companyName"
        label={t('companyInfo.companyName')}
        rules={[{ required: true, whitespace: true, message: t('companyInfo.companyNameMissing') }]}
      >
        <Input autoFocus autoComplete="organization" maxLength={200} />
      </Form.Item>
      <div className="outside-pair">
        <Form.Item
          name="unifiedSocialCreditNo"
          label={t('companyInfo.creditNo')}
          extra={t('companyInfo.creditNoHint')}
          rules={[{ required: true, whitespace: true, message: t('companyInfo.creditNoMissing') }]}
        >
          <Input autoComplete="off" maxLength={40} />
        </Form.Item>
        <Form.Item name="abbreviation" label={t('companyInfo.abbreviation')}>
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
      </div>
    </>
  );
}

function AddressFields(): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="address"
        label={t('companyInfo.address')}
        rules={[{ required: true, whitespace: true, message: t('companyInfo.addressMissing') }]}
      >
        <Input autoComplete="street-address" maxLength={500} />
      </Form.Item>
      <div className="outside-pair">
        <Form.Item
          name="phone"
          label={t('outside.phone')}
          rules={[{ required: true, whitespace: true, message: t('outside.phoneMissing') }]}
        >
          <Input type="tel" autoComplete="tel" maxLength={50} />
        </Form.Item>
        <Form.Item name="fax" label={t('companyInfo.fax')}>
          <Input type="tel" autoComplete="off" maxLength={50} />
        </Form.Item>
      </div>
    </>
  );
}

function ScanFields(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="outside-pair">
      <Form.Item
        name="businessLicence"
        label={t('companyInfo.businessLicence')}
        extra={t('companyInfo.scansHint')}
        rules={[
          { required: true, type: 'array', min: 1, message: t('companyInfo.businessLicenceMissing') },
          NO_REFUSED_SCANS,
        ]}
      >
        <Scans />
      </Form.Item>
      <Form.Item name="invoiceInfo" label={t('companyInfo.invoiceInfo')} rules={[NO_REFUSED_SCANS]}>
        <Scans />
      </Form.Item>
    </div>
  );
}

/** Refused scans are errors of their field, one line for each. */
const NO_REFUSED_SCANS = {
  validator(_rule: unknown, files: UploadFile[] | undefined): Promise<void> {
    const reasons = (files ?? [])
      .filter(({ status }) => status === 'error')
      .map(({ name, response }) => `${name}: ${String(response)}`);
    return reasons.length > 0 ? Promise.reject(new Error(reasons.join('\n'))) : Promise.resolve();
  },
};
