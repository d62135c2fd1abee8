import { Alert, Button, Form, Input, type UploadFile } from 'antd';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Answer } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { sendScan, submitCompany } from '../../api/outsiders.ts';
import { OutsideCard, OutsideDone } from './card.tsx';
import { MailAndCode } from './mailCode.tsx';
import { Scans } from './scans.tsx';
import { useSubmission } from './submission.ts';

const SCANS = ['businessLicence', 'invoiceInfo'] as const;

interface Values {
  companyName: string;
  unifiedSocialCreditNo: string;
  abbreviation?: string;
  address: string;
  phone: string;
  fax?: string;
  mail: string;
  mailCode: string;
  businessLicence: UploadFile[];
  invoiceInfo?: UploadFile[];
}

/** A scan was refused, and says so itself. */
class ScanRefused extends Error {}

/** Scans that were refused stand in the way, and each says why. */
const ALL_SOUND = {
  validator(_rule: unknown, files: UploadFile[] | undefined): Promise<void> {
    const refused = (files ?? [])
      .filter(({ status }) => status === 'error')
      .map(({ name, response }) => `${name}: ${String(response)}`);
    return refused.length > 0 ? Promise.reject(new Error(refused.join('\n'))) : Promise.resolve();
  },
};

const client = new QueryClient();

/** Company information (1§3), submitted once for review. */
export function CompanyInfoPage(): ReactNode {
  return (
    <QueryClientProvider client={client}>
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </QueryClientProvider>
  );
}

function Page(): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const sendScans = useScans((name, files) => form.setFieldValue(name, files));
  const { busy, refusal, doubted, done, submit, changed, refuse } = useSubmission<Values>(
    form,
    async (values, acceptWarnings): Promise<Answer<unknown> | undefined> => {
      try {
        const [businessLicence, invoiceInfo] = [
          await sendScans(values, 'businessLicence'),
          await sendScans(values, 'invoiceInfo'),
        ];
        return await submitCompany({
          ...values,
          businessLicence,
          invoiceInfo: invoiceInfo.length > 0 ? invoiceInfo : null,
          ...(acceptWarnings && { acceptWarnings }),
        });
      } catch (error) {
        if (error instanceof ScanRefused) {
          form.validateFields([...SCANS]).catch(() => undefined);
          return undefined;
        }
        throw error;
      }
    },
  );
  const title = t('companyInfo.title');
  if (done !== undefined) return <OutsideDone title={title} message={done} next={t('companyInfo.next')} />;
  return (
    <OutsideCard title={title} about={t('companyInfo.about')} wide>
      {refusal ? <Alert type="error" showIcon message={refusal} role="alert" /> : null}
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={submit}
        onValuesChange={changed}
        scrollToFirstError={{ focus: true }}
      >
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
        <div className="outside-pair">
          <Form.Item
            name="businessLicence"
            label={t('companyInfo.businessLicence')}
            extra={t('companyInfo.scansHint')}
            rules={[
              { required: true, type: 'array', min: 1, message: t('companyInfo.businessLicenceMissing') },
              ALL_SOUND,
            ]}
          >
            <Scans />
          </Form.Item>
          <Form.Item name="invoiceInfo" label={t('companyInfo.invoiceInfo')} rules={[ALL_SOUND]}>
            <Scans />
          </Form.Item>
        </div>
        <div className="outside-pair">
          <MailAndCode form={form} purpose="submission" onRefused={refuse} />
        </div>
        {doubted ? <Alert type="warning" showIcon message={t('companyInfo.doubted')} /> : null}
        <Button type="primary" htmlType="submit" loading={busy}>
          {t(doubted ? 'companyInfo.submitAnyway' : 'companyInfo.submit')}
        </Button>
      </Form>
    </OutsideCard>
  );
}

/** Sends scans and answers their ids; one that is there already, under the same mail address, is not sent again. */
function useScans(show: (name: (typeof SCANS)[number], files: UploadFile[]) => void) {
  const sent = useRef({ mail: '', ids: new Map<string, string>() });
  return async (values: Values, name: (typeof SCANS)[number]): Promise<string[]> => {
    const mail = values.mail.trim();
    if (sent.current.mail !== mail) sent.current = { mail, ids: new Map() };
    const { ids } = sent.current;
    let files = values[name] ?? [];
    const change = (uid: string, state: Partial<UploadFile>): void => {
      files = files.map((file) => (file.uid === uid ? { ...file, ...state } : file));
      show(name, files);
    };
    for (const { uid, originFileObj } of files) {
      if (ids.has(uid) || !originFileObj) continue;
      change(uid, { status: 'uploading', percent: 0 });
      try {
        ids.set(
          uid,
          await sendScan(originFileObj, mail, values.mailCode.trim(), (share) => change(uid, { percent: share * 100 })),
        );
        change(uid, { status: 'done' });
      } catch (error) {
        const problem = error instanceof ApiError ? error.problems.find(({ field }) => field === 'file') : undefined;
        const { status: _status, percent: _percent, ...unsent } = files.find((file) => file.uid === uid)!;
        files = files.map((file) =>
          file.uid === uid ? (problem ? { ...unsent, status: 'error', response: problem.message } : unsent) : file,
        );
        show(name, files);
        throw problem ? new ScanRefused() : error;
      }
    }
    return files.map(({ uid }) => ids.get(uid)!);
  };
}
