import type { FormInstance, UploadFile } from 'antd';
import { submitCompany } from '../../api/outsiders.ts';
import { SCAN_FIELDS, ScanRefused, useScanUpload } from './scanUpload.ts';
import { type Submission, useSubmission } from './submission.ts';

/** Values of the form of the company's information. */
export interface CompanyValues {
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

/** Submits a company's information: first its scans, then the form with their ids. */
export function useCompanySubmission(form: FormInstance<CompanyValues>): Submission<CompanyValues> {
  const uploadScans = useScanUpload((field, files) => form.setFieldValue(field, files));
  return useSubmission<CompanyValues>(form, async (values, acceptWarnings) => {
    try {
      const businessLicence = await uploadScans(values, 'businessLicence');
      const invoiceInfo = await uploadScans(values, 'invoiceInfo');
      return await submitCompany({
        ...values,
        businessLicence,
        invoiceInfo: invoiceInfo.length > 0 ? invoiceInfo : null,
        ...(acceptWarnings && { acceptWarnings }),
      });
    } catch (error) {
      if (!(error instanceof ScanRefused)) throw error;
      form.validateFields([...SCAN_FIELDS]).catch(() => undefined);
      return undefined;
    }
  });
}
