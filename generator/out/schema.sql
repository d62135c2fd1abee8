-- generated

create extension if not exists "btree_gist" with schema public;
create extension if not exists "pg_trgm" with schema public;
create schema if not exists "kernel";
create collation if not exists public."bordereau_zh" (provider = icu, locale = 'zh-u-co-pinyin', deterministic = true);

create table kernel."audit" (
  "id" bigint generated always as identity not null,
  "entity" text not null,
  "entityId" bigint not null,
  "action" text not null,
  "changes" jsonb,
  "by" text not null,
  "at" timestamp with time zone default now() not null,
  "requestId" text,
  constraint "audit_pkey" primary key ("entity", "entityId", "id")
);

create table kernel."idempotency" (
  "key" text not null,
  "by" text not null,
  "requestHash" text not null,
  "status" integer,
  "body" text,
  "at" timestamp with time zone default now() not null,
  constraint "idempotency_pkey" primary key ("by", "key")
);

create table kernel."limit_count" (
  "key" text not null,
  "points" integer default 0 not null,
  "expire" bigint,
  constraint "limit_count_pkey" primary key ("key")
);

create table kernel."login_try" (
  "key" text not null,
  "failures" integer not null,
  "until" timestamp with time zone not null,
  "expiresAt" timestamp with time zone not null,
  constraint "login_try_pkey" primary key ("key")
);

create table kernel."known_address" (
  "userCde" text not null,
  "address" text not null,
  "usedAt" timestamp with time zone not null,
  constraint "known_address_pkey" primary key ("userCde", "address")
);

create table kernel."session" (
  "tokenHash" bytea not null,
  "userCde" text not null,
  "createdAt" timestamp with time zone default now() not null,
  "expiresAt" timestamp with time zone not null,
  "renewedAs" bytea,
  constraint "session_pkey" primary key ("tokenHash")
);
create index "session_userCde_index" on kernel."session" using btree ("userCde");
create index "session_renewedAs_index" on kernel."session" using btree ("renewedAs");

create table kernel."calendar" (
  "userCde" text not null,
  "secretHash" bytea not null,
  "at" timestamp with time zone default now() not null,
  constraint "calendar_pkey" primary key ("userCde")
);
create unique index "calendar_secret_index" on kernel."calendar" using btree ("secretHash");

create table kernel."sign_on" (
  "issuer" text not null,
  "subject" text not null,
  "userCde" text not null,
  "at" timestamp with time zone default now() not null,
  constraint "sign_on_pkey" primary key ("issuer", "subject")
);
create unique index "sign_on_person_index" on kernel."sign_on" using btree (issuer, "userCde");

create table kernel."seen" (
  "userCde" text not null,
  "entity" text not null,
  "entityId" bigint not null,
  "at" timestamp with time zone default now() not null,
  constraint "seen_pkey" primary key ("userCde", "entity", "entityId")
);

create table kernel."mail_code" (
  "id" bigint generated always as identity not null,
  "purpose" text not null,
  "address" text not null,
  "hash" text not null,
  "caller" text default ''::text not null,
  "trusted" boolean default false not null,
  "tries" integer default 0 not null,
  "otherTries" integer default 0 not null,
  "spent" boolean default false not null,
  "at" timestamp with time zone default now() not null,
  "expiresAt" timestamp with time zone not null,
  constraint "mail_code_pkey" primary key ("id")
);
create index "mail_code_address_index" on kernel."mail_code" using btree ("address");

create table kernel."running_number" (
  "entity" text not null,
  "field" text not null,
  "year" integer default 0 not null,
  "last" integer not null,
  constraint "running_number_pkey" primary key ("entity", "field", "year")
);

create table kernel."delivery" (
  "event" bigint not null,
  "until" timestamp with time zone not null,
  constraint "delivery_pkey" primary key ("event")
);

create table kernel."seed" (
  "entity" text not null,
  "hash" text not null,
  "at" timestamp with time zone default now() not null,
  constraint "seed_pkey" primary key ("entity")
);

create table kernel."model" (
  "entity" text not null,
  "field" text not null,
  "id" text not null,
  constraint "model_pkey" primary key ("entity", "field")
);

create table kernel."import_errors" (
  "id" text not null,
  "entity" text,
  "by" text not null,
  "at" timestamp with time zone default now() not null,
  "content" bytea not null,
  constraint "import_errors_pkey" primary key ("id")
);
create index "import_errors_by_index" on kernel."import_errors" using btree ("by");

create table kernel."file" (
  "id" text not null,
  "name" text not null,
  "type" text not null,
  "size" bigint not null,
  "hash" text not null,
  "by" text not null,
  "at" timestamp with time zone default now() not null,
  "entity" text,
  "entityId" bigint,
  "field" text,
  "freeSince" timestamp with time zone default now(),
  "address" text,
  "outsider" boolean default false not null,
  "scan" text default 'unscanned'::text not null,
  "scannedAt" timestamp with time zone,
  constraint "file_pkey" primary key ("id")
);
create index "file_owner_index" on kernel."file" using btree (entity, "entityId", field);
create index "file_scan_index" on kernel."file" using btree ("scannedAt") where (scan = 'waiting'::text);
create index "file_outsider_index" on kernel."file" using btree (at) where outsider;
create index "file_free_index" on kernel."file" using btree ("freeSince") where "freeSince" is not null;

create table kernel."list_settings" (
  "by" text not null,
  "entity" text not null,
  "content" jsonb not null,
  constraint "list_settings_pkey" primary key ("by", "entity")
);

create table kernel."list_view" (
  "id" bigint generated always as identity not null,
  "entity" text not null,
  "by" text not null,
  "name" text not null,
  "query" text not null,
  "shared" boolean not null,
  constraint "list_view_pkey" primary key ("id")
);
create unique index "list_view_name_index" on kernel."list_view" using btree (entity, "by", name);

create table kernel."migration" (
  "id" bigint generated always as identity not null,
  "at" timestamp with time zone default now() not null,
  "plan" text not null,
  "hash" text not null,
  "model" text,
  "version" text,
  "previous" bigint,
  constraint "migration_pkey" primary key ("id")
);

-- not in the database: claimed-stays: old.id is not a field of the row itself
create table public."bank_slip_detail" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "memoId" bigint not null,
  "caseNo" text not null,
  "caseId" bigint,
  "amount" numeric(20,2) not null,
  "currency" text,
  "claimedAmt" numeric(20,2) default '0.00',
  "svvd" text collate public."bordereau_zh" not null,
  "portCde" text not null,
  "blRefCde" text not null,
  "suppCde" text not null,
  "billCompany" text not null,
  "svcLoopCde" text not null,
  "vslCde" text not null,
  "voyNum" text not null,
  "dirBound" text not null,
  "casualtyDate" date not null,
  "attachments" jsonb,
  "memoId$live" bigint generated always as (case when "delFlag" = 'N' then "memoId" end) stored,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "currency$live" text generated always as (case when "delFlag" = 'N' then "currency" end) stored,
  "suppCde$live" text generated always as (case when "delFlag" = 'N' then "suppCde" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  constraint "bank_slip_detail_pkey" primary key ("id"),
  constraint "bank_slip_detail_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "bank_slip_detail_caseNo_kind" check (not "delFlag" = 'N' or (char_length("caseNo") <= 32)),
  constraint "bank_slip_detail_amount_kind" check (not "delFlag" = 'N' or ("amount" > '0')),
  constraint "bank_slip_detail_svvd_kind" check (not "delFlag" = 'N' or (char_length("svvd") <= 20)),
  constraint "bank_slip_detail_portCde_kind" check (not "delFlag" = 'N' or (char_length("portCde") <= 3)),
  constraint "bank_slip_detail_blRefCde_kind" check (not "delFlag" = 'N' or (char_length("blRefCde") <= 12)),
  constraint "bank_slip_detail_svcLoopCde_kind" check (not "delFlag" = 'N' or (char_length("svcLoopCde") <= 4)),
  constraint "bank_slip_detail_voyNum_kind" check (not "delFlag" = 'N' or (char_length("voyNum") <= 3)),
  constraint "bank_slip_detail_dirBound_options" check (not "delFlag" = 'N' or ("dirBound" in ('E', 'W', 'S', 'N'))),
  constraint "bank_slip_detail_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 10 else "attachments" is null end)),
  constraint "bank_slip_detail_claimed-within_order" check (not "delFlag" = 'N' or ("claimedAmt" <= "amount"))
);
create index "bank_slip_detail_order_index" on public."bank_slip_detail" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "bank_slip_detail_memoId_index" on public."bank_slip_detail" using btree ("memoId") where "delFlag" = 'N';
create index "bank_slip_detail_caseNo_index" on public."bank_slip_detail" using btree ("caseNo") where "delFlag" = 'N';
create index "bank_slip_detail_caseId_index" on public."bank_slip_detail" using btree ("caseId") where "delFlag" = 'N';
create index "bank_slip_detail_suppCde_index" on public."bank_slip_detail" using btree ("suppCde") where "delFlag" = 'N';
create index "bank_slip_detail_billCompany_index" on public."bank_slip_detail" using btree ("billCompany") where "delFlag" = 'N';
create index "bank_slip_detail_vslCde_index" on public."bank_slip_detail" using btree ("vslCde") where "delFlag" = 'N';
create index "bank_slip_detail_casualtyDate_index" on public."bank_slip_detail" using btree ("casualtyDate", "id") where "delFlag" = 'N';
create index "bank_slip_detail_memoId$live_index" on public."bank_slip_detail" using btree ("memoId$live");
create index "bank_slip_detail_search_index" on public."bank_slip_detail" using gin ("svvd" gin_trgm_ops, "blRefCde" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: account-in-use: old.id is not a field of the row itself
-- not in the database: received: today() changes from day to day
-- not in the database: claimed-stays: old.id is not a field of the row itself
-- not in the database: type-stays: old.id is not a field of the row itself
create table public."bank_slip" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "compCde" text not null,
  "bnkSeqNum" text not null,
  "bankInDte" date not null,
  "bankAcctNumId" bigint,
  "origCcyCde" text not null,
  "origTtlAmt" numeric(20,2) not null,
  "claimedAmt" numeric(20,2),
  "openAmount" numeric(20,2),
  "claimCount" integer,
  "apportionedAmt" numeric(20,2),
  "otherAmt" numeric(20,2),
  "detailCount" integer,
  "operationType" text not null,
  "businessType" text default 'CLAIM' not null,
  "payerNme" text collate public."bordereau_zh",
  "payerBank" text collate public."bordereau_zh",
  "payerBnkAcctNum" text,
  "status" text default 'ToBeClaim',
  "collRmk" text collate public."bordereau_zh",
  "rmk" text collate public."bordereau_zh",
  "reason" text collate public."bordereau_zh",
  "svvd" text collate public."bordereau_zh",
  "portCde" text,
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "compCde$live" text generated always as (case when "delFlag" = 'N' then "compCde" end) stored,
  "origCcyCde$live" text generated always as (case when "delFlag" = 'N' then "origCcyCde" end) stored,
  constraint "bank_slip_pkey" primary key ("id"),
  constraint "bank_slip_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "bank_slip_bnkSeqNum_kind" check (not "delFlag" = 'N' or (char_length("bnkSeqNum") <= 50)),
  constraint "bank_slip_origTtlAmt_kind" check (not "delFlag" = 'N' or ("origTtlAmt" > '0')),
  constraint "bank_slip_claimCount_kind" check (not "delFlag" = 'N' or ("claimCount" >= '0')),
  constraint "bank_slip_detailCount_kind" check (not "delFlag" = 'N' or ("detailCount" >= '0')),
  constraint "bank_slip_operationType_options" check (not "delFlag" = 'N' or ("operationType" in ('RECEIPT', 'PAYMENT'))),
  constraint "bank_slip_businessType_options" check (not "delFlag" = 'N' or ("businessType" in ('CLAIM', 'PREMIUM', 'OTHER'))),
  constraint "bank_slip_payerNme_kind" check (not "delFlag" = 'N' or (char_length("payerNme") <= 200)),
  constraint "bank_slip_payerBank_kind" check (not "delFlag" = 'N' or (char_length("payerBank") <= 200)),
  constraint "bank_slip_payerBnkAcctNum_kind" check (not "delFlag" = 'N' or (char_length("payerBnkAcctNum") <= 34)),
  constraint "bank_slip_status_state" check (not "delFlag" = 'N' or ("status" in ('ToBeClaim', 'Claim', 'ToBeConfirmed', 'NotWriteOff', 'WrittenOff', 'Returning', 'Returned'))),
  constraint "bank_slip_collRmk_kind" check (not "delFlag" = 'N' or (char_length("collRmk") <= 1000)),
  constraint "bank_slip_rmk_kind" check (not "delFlag" = 'N' or (char_length("rmk") <= 1000)),
  constraint "bank_slip_reason_kind" check (not "delFlag" = 'N' or (char_length("reason") <= 500)),
  constraint "bank_slip_svvd_kind" check (not "delFlag" = 'N' or (char_length("svvd") <= 20)),
  constraint "bank_slip_portCde_kind" check (not "delFlag" = 'N' or (char_length("portCde") <= 3)),
  constraint "bank_slip_claimed-within_order" check (not "delFlag" = 'N' or ("claimedAmt" <= "origTtlAmt")),
  constraint "bank_slip_apportioned-within_rule" check (not "delFlag" = 'N' or ((("detailCount" > 0)) is not true or (("apportionedAmt" <= "origTtlAmt")))),
  constraint "bank_slip_id_live" unique ("id$live")
);
create unique index "bank_slip_sequence-no_unique" on public."bank_slip" using btree ("compCde", "bnkSeqNum") where "delFlag" = 'N';
create index "bank_slip_order_index" on public."bank_slip" using btree ("bankInDte" desc, "id" desc) where "delFlag" = 'N';
create index "bank_slip_origCcyCde_index" on public."bank_slip" using btree ("origCcyCde") where "delFlag" = 'N';
create index "bank_slip_search_index" on public."bank_slip" using gin ("bnkSeqNum" gin_trgm_ops, "payerNme" gin_trgm_ops, "payerBnkAcctNum" gin_trgm_ops, "svvd" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: issued: today() changes from day to day
-- not in the database: currency: lookup.cost.cur is not a field of the row itself
-- not in the database: rate-of-one-currency: lookup.cost.cur is not a field of the row itself
-- not in the database: within-cost-cny: lookup.cost.totalAmt is not a field of the row itself
-- not in the database: within-cost: lookup.cost.totalAmt is not a field of the row itself
-- not in the database: not-of-charges: parent.billType is not a field of the row itself
-- not in the database: verified-stays: old.id is not a field of the row itself
-- not in the database: how-verified-stays: old.id is not a field of the row itself
create table public."bill_invoice" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "chargeMode" text default 'SUPPLIER' not null,
  "invoiceType" text not null,
  "invoiceNo" text collate public."bordereau_zh" not null,
  "invoiceCode" text collate public."bordereau_zh",
  "checkCode" text,
  "invoiceDate" date,
  "verifyStatus" text default 'Unverified',
  "verifyRemark" text collate public."bordereau_zh",
  "dueDate" date,
  "invocieCompany" text not null,
  "attachmentsAddr" jsonb,
  "invoiceCur" text not null,
  "invoiceAmount" numeric(20,2) not null,
  "invoiceTax" numeric(9,4) default '0' not null,
  "invoiceTaxAmt" numeric(20,2) not null,
  "invoiceNetAmt" numeric(20,2),
  "costRate" numeric(18,8) not null,
  "costAmt" numeric(20,2),
  "costCur" text,
  "localCur" text,
  "localRate" numeric(18,8),
  "localNetAmt" numeric(20,2),
  "localTaxAmt" numeric(20,2),
  "localTotalAmt" numeric(20,2),
  "paymentTerm" integer,
  "paymentCur" text,
  "headId" bigint not null,
  "sapId" text collate public."bordereau_zh",
  "invocieCompany$live" text generated always as (case when "delFlag" = 'N' then "invocieCompany" end) stored,
  "invoiceCur$live" text generated always as (case when "delFlag" = 'N' then "invoiceCur" end) stored,
  "costCur$live" text generated always as (case when "delFlag" = 'N' then "costCur" end) stored,
  "localCur$live" text generated always as (case when "delFlag" = 'N' then "localCur" end) stored,
  "paymentCur$live" text generated always as (case when "delFlag" = 'N' then "paymentCur" end) stored,
  "headId$live" bigint generated always as (case when "delFlag" = 'N' then "headId" end) stored,
  constraint "bill_invoice_pkey" primary key ("id"),
  constraint "bill_invoice_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "bill_invoice_chargeMode_options" check (not "delFlag" = 'N' or ("chargeMode" in ('SUPPLIER', 'CUSTOMER'))),
  constraint "bill_invoice_invoiceType_options" check (not "delFlag" = 'N' or ("invoiceType" in ('VATINVOICE', 'ORDINVOICE', 'ELEINVOICE', 'ALLELEVAT', 'ALLELEORD', 'DEBITNOTE', 'RR'))),
  constraint "bill_invoice_invoiceNo_kind" check (not "delFlag" = 'N' or (char_length("invoiceNo") <= 100)),
  constraint "bill_invoice_invoiceCode_kind" check (not "delFlag" = 'N' or (char_length("invoiceCode") <= 100)),
  constraint "bill_invoice_checkCode_kind" check (not "delFlag" = 'N' or (char_length("checkCode") <= 30)),
  constraint "bill_invoice_verifyStatus_state" check (not "delFlag" = 'N' or ("verifyStatus" in ('Unverified', 'Sent', 'Verified', 'ByHand', 'Failed'))),
  constraint "bill_invoice_verifyRemark_kind" check (not "delFlag" = 'N' or (char_length("verifyRemark") <= 200)),
  constraint "bill_invoice_attachmentsAddr_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachmentsAddr") = 'array' then not jsonb_path_exists("attachmentsAddr", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachmentsAddr") <= 10 else "attachmentsAddr" is null end)),
  constraint "bill_invoice_invoiceAmount_kind" check (not "delFlag" = 'N' or ("invoiceAmount" > '0')),
  constraint "bill_invoice_invoiceTax_kind" check (not "delFlag" = 'N' or ("invoiceTax" >= '0' and "invoiceTax" <= '100')),
  constraint "bill_invoice_invoiceTaxAmt_kind" check (not "delFlag" = 'N' or ("invoiceTaxAmt" >= '0')),
  constraint "bill_invoice_costRate_kind" check (not "delFlag" = 'N' or ("costRate" > '0')),
  constraint "bill_invoice_localRate_kind" check (not "delFlag" = 'N' or ("localRate" > '0')),
  constraint "bill_invoice_paymentTerm_kind" check (not "delFlag" = 'N' or ("paymentTerm" >= '0' and "paymentTerm" <= '999')),
  constraint "bill_invoice_sapId_kind" check (not "delFlag" = 'N' or (char_length("sapId") <= 50)),
  constraint "bill_invoice_code_rule" check (not "delFlag" = 'N' or ((((("invoiceType" = 'VATINVOICE') or ("invoiceType" = 'ORDINVOICE')) or ("invoiceType" = 'ELEINVOICE'))) is not true or (("invoiceCode" is not null)))),
  constraint "bill_invoice_check-code_rule" check (not "delFlag" = 'N' or ((((("invoiceType" = 'VATINVOICE') or ("invoiceType" = 'ORDINVOICE')) or ("invoiceType" = 'ELEINVOICE'))) is not true or (("checkCode" is not null)))),
  constraint "bill_invoice_all-electric-number_rule" check (not "delFlag" = 'N' or (((("invoiceType" = 'ALLELEVAT') or ("invoiceType" = 'ALLELEORD'))) is not true or (("invoiceNo" ~ '^[0-9]{20}$')))),
  constraint "bill_invoice_payment-term_rule" check (not "delFlag" = 'N' or (((("invoiceType" = 'DEBITNOTE') or ("invoiceType" = 'RR'))) is not true or (("paymentTerm" is not null)))),
  constraint "bill_invoice_payment-currency_rule" check (not "delFlag" = 'N' or (((("invoiceType" = 'DEBITNOTE') or ("invoiceType" = 'RR'))) is not true or (("paymentCur" is not null)))),
  constraint "bill_invoice_tax-within_rule" check (not "delFlag" = 'N' or (("invoiceTaxAmt" <= "invoiceAmount")))
);
create unique index "bill_invoice_invoice-no_unique" on public."bill_invoice" using btree ("invoiceNo") where "delFlag" = 'N';
create index "bill_invoice_order_index" on public."bill_invoice" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "bill_invoice_headId_index" on public."bill_invoice" using btree ("headId") where "delFlag" = 'N';
create index "bill_invoice_invocieCompany_index" on public."bill_invoice" using btree ("invocieCompany") where "delFlag" = 'N';
create index "bill_invoice_invoiceDate_index" on public."bill_invoice" using btree ("invoiceDate", "id") where "delFlag" = 'N';
create index "bill_invoice_dueDate_index" on public."bill_invoice" using btree ("dueDate", "id") where "delFlag" = 'N';
create index "bill_invoice_headId$live_index" on public."bill_invoice" using btree ("headId$live");
create index "bill_invoice_search_index" on public."bill_invoice" using gin ("invoiceNo" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: charge-of-claim: parent.billType is not a field of the row itself
-- not in the database: stage-of-premium: parent.billType is not a field of the row itself
-- not in the database: kind-of-stage: parent.billType is not a field of the row itself
-- not in the database: company-of-stage: lookup.stage.billCompany is not a field of the row itself
-- not in the database: payee-of-stage: lookup.stage.payee is not a field of the row itself
-- not in the database: currency-of-stage: lookup.stage.cur is not a field of the row itself
-- not in the database: year-of-stage: parent.billType is not a field of the row itself
-- not in the database: company-of-charge: lookup.charge.billCompany is not a field of the row itself
-- not in the database: payee-of-charge: lookup.charge.suppCde is not a field of the row itself
-- not in the database: currency-of-charge: lookup.charge.cur is not a field of the row itself
-- not in the database: tax-of-charge: old.id is not a field of the row itself
-- not in the database: stage-open: old.id is not a field of the row itself
-- not in the database: charge-open: old.id is not a field of the row itself
-- not in the database: source-stays: old.id is not a field of the row itself
create table public."bill_line" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "headId" bigint not null,
  "lineNo" integer,
  "stageId" bigint,
  "chargeId" bigint,
  "subject" text collate public."bordereau_zh",
  "imoNum" text,
  "club" text,
  "stageNo" integer,
  "calcFrom" date,
  "calcTo" date,
  "dueDate" date,
  "cur" text,
  "stagePremium" numeric(20,2),
  "taxIncldInd" text,
  "taxRate" numeric(18,8),
  "netPremium" numeric(20,2),
  "taxPremium" numeric(20,2),
  "lineAmt" numeric(20,2),
  "payCur" text,
  "payRate" numeric(18,8),
  "payAmt" numeric(20,2),
  "headId$live" bigint generated always as (case when "delFlag" = 'N' then "headId" end) stored,
  "stageId$live" bigint generated always as (case when "delFlag" = 'N' then "stageId" end) stored,
  "chargeId$live" bigint generated always as (case when "delFlag" = 'N' then "chargeId" end) stored,
  "club$live" text generated always as (case when "delFlag" = 'N' then "club" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "payCur$live" text generated always as (case when "delFlag" = 'N' then "payCur" end) stored,
  constraint "bill_line_pkey" primary key ("id"),
  constraint "bill_line_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "bill_line_lineNo_kind" check (not "delFlag" = 'N' or ("lineNo" >= '1')),
  constraint "bill_line_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 200)),
  constraint "bill_line_imoNum_kind" check (not "delFlag" = 'N' or (char_length("imoNum") <= 30)),
  constraint "bill_line_taxIncldInd_kind" check (not "delFlag" = 'N' or ("taxIncldInd" in ('Y', 'N'))),
  constraint "bill_line_taxRate_kind" check (not "delFlag" = 'N' or ("taxRate" >= '0' and "taxRate" < '1')),
  constraint "bill_line_stage-or-charge_rule" check (not "delFlag" = 'N' or ((("stageId" is not null) <> ("chargeId" is not null))))
);
create unique index "bill_line_line-no_unique" on public."bill_line" using btree ("headId", "lineNo") where "delFlag" = 'N';
create unique index "bill_line_stage-once_unique" on public."bill_line" using btree ("stageId") where "delFlag" = 'N';
create unique index "bill_line_charge-once_unique" on public."bill_line" using btree ("chargeId") where "delFlag" = 'N';
create index "bill_line_dueDate_index" on public."bill_line" using btree ("dueDate", "id") where "delFlag" = 'N';
create index "bill_line_headId$live_index" on public."bill_line" using btree ("headId$live");
create index "bill_line_search_index" on public."bill_line" using gin ("imoNum" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: invoices-of-one-currency: children.billInvoice.all(invoice, invoice.invoiceCur == children.billInvoice[0].invoiceCur) has no SQL form
-- not in the database: submit-lines: old.recordStatus is not a field of the row itself
-- not in the database: submit-company-code: old.recordStatus is not a field of the row itself
-- not in the database: submit-company-currency: old.recordStatus is not a field of the row itself
-- not in the database: submit-own-account: old.recordStatus is not a field of the row itself
-- not in the database: submit-customer: old.recordStatus is not a field of the row itself
-- not in the database: submit-supplier: old.recordStatus is not a field of the row itself
-- not in the database: submit-supplier-claimed: old.recordStatus is not a field of the row itself
-- not in the database: submit-account: old.recordStatus is not a field of the row itself
-- not in the database: submit-account-exists: old.recordStatus is not a field of the row itself
-- not in the database: submit-month: old.recordStatus is not a field of the row itself
-- not in the database: submit-month-rate: old.recordStatus is not a field of the row itself
-- not in the database: submit-usd: old.recordStatus is not a field of the row itself
-- not in the database: submit-invoices-cny: old.recordStatus is not a field of the row itself
-- not in the database: submit-invoices: old.recordStatus is not a field of the row itself
-- not in the database: answered-by-ledger: old.recordStatus is not a field of the row itself
-- not in the database: verified: old.costStatus is not a field of the row itself
-- not in the database: lines-agree: old.id is not a field of the row itself
create table public."settlement_bill" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "settlementBill" text,
  "billType" text not null,
  "policyYear" text,
  "billCompany" text not null,
  "agent" text not null,
  "piClub" text,
  "cur" text not null,
  "dueDate" date,
  "totalAmt" numeric(20,2),
  "settleAmt" numeric(20,2),
  "claimedAmt" numeric(20,2) default '0.00',
  "netAmt" numeric(20,2),
  "taxAmt" numeric(20,2),
  "invoicedAmt" numeric(20,2),
  "totalUsd" numeric(20,2),
  "taxIncldInd" text,
  "taxRate" numeric(18,8),
  "monthOfExchangeRate" text,
  "supplierPartyId" bigint,
  "bankAcctNum" text,
  "captiveBill" text collate public."bordereau_zh",
  "icsPremium" numeric(20,2),
  "capPremium" numeric(20,2),
  "diffPremium" numeric(20,2),
  "approvalLevel" text,
  "optDate" timestamp with time zone,
  "voucherNo" text collate public."bordereau_zh",
  "voucherDate" date,
  "remarks" text collate public."bordereau_zh",
  "recordStatus" text default 'Draft',
  "costStatus" text default 'Draft',
  "payStatus" text default 'ToBeClaim',
  "writtenOffDate" date,
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "agent$live" text generated always as (case when "delFlag" = 'N' then "agent" end) stored,
  "piClub$live" text generated always as (case when "delFlag" = 'N' then "piClub" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "supplierPartyId$live" bigint generated always as (case when "delFlag" = 'N' then "supplierPartyId" end) stored,
  constraint "settlement_bill_pkey" primary key ("id"),
  constraint "settlement_bill_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "settlement_bill_settlementBill_kind" check (not "delFlag" = 'N' or (char_length("settlementBill") <= 30)),
  constraint "settlement_bill_billType_options" check (not "delFlag" = 'N' or ("billType" in ('PREMIUM', 'ADDITION', 'RETURN', 'CLAIM'))),
  constraint "settlement_bill_taxIncldInd_kind" check (not "delFlag" = 'N' or ("taxIncldInd" in ('Y', 'N'))),
  constraint "settlement_bill_monthOfExchangeRate_kind" check (not "delFlag" = 'N' or ("monthOfExchangeRate" ~ '^[0-9]{4}(0[1-9]|1[0-2])$')),
  constraint "settlement_bill_captiveBill_kind" check (not "delFlag" = 'N' or (char_length("captiveBill") <= 50)),
  constraint "settlement_bill_approvalLevel_options" check (not "delFlag" = 'N' or ("approvalLevel" in ('DIVISION', 'DEPARTMENT', 'LEADER'))),
  constraint "settlement_bill_voucherNo_kind" check (not "delFlag" = 'N' or (char_length("voucherNo") <= 50)),
  constraint "settlement_bill_remarks_kind" check (not "delFlag" = 'N' or (char_length("remarks") <= 1000)),
  constraint "settlement_bill_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm'))),
  constraint "settlement_bill_costStatus_state" check (not "delFlag" = 'N' or ("costStatus" in ('Draft', 'Accounted'))),
  constraint "settlement_bill_payStatus_state" check (not "delFlag" = 'N' or ("payStatus" in ('ToBeClaim', 'ToBeConfirmed', 'NotWriteOff', 'WrittenOff'))),
  constraint "settlement_bill_year-of-premium_rule" check (not "delFlag" = 'N' or ((("billType" = 'PREMIUM')) is not true or (("policyYear" is not null)))),
  constraint "settlement_bill_captive-in-usd_rule" check (not "delFlag" = 'N' or (((("captiveBill" is not null) or ("capPremium" is not null))) is not true or (("cur" = 'USD')))),
  constraint "settlement_bill_id_live" unique ("id$live")
);
create unique index "settlement_bill_bill-no_unique" on public."settlement_bill" using btree ("settlementBill") where "delFlag" = 'N';
create index "settlement_bill_open-amount_index" on public."settlement_bill" using btree ("billCompany", "cur", "settleAmt") where "delFlag" = 'N' and ((("recordStatus" = 'Confirm') and ("payStatus" = 'ToBeClaim')));
create index "settlement_bill_open-party_index" on public."settlement_bill" using btree ("billCompany", "cur", "agent", "settleAmt") where "delFlag" = 'N' and ((("recordStatus" = 'Confirm') and ("payStatus" = 'ToBeClaim')));
create index "settlement_bill_order_index" on public."settlement_bill" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "settlement_bill_policyYear_index" on public."settlement_bill" using btree ("policyYear") where "delFlag" = 'N';
create index "settlement_bill_billCompany_index" on public."settlement_bill" using btree ("billCompany") where "delFlag" = 'N';
create index "settlement_bill_agent_index" on public."settlement_bill" using btree ("agent") where "delFlag" = 'N';
create index "settlement_bill_piClub_index" on public."settlement_bill" using btree ("piClub") where "delFlag" = 'N';
create index "settlement_bill_cur_index" on public."settlement_bill" using btree ("cur") where "delFlag" = 'N';
create index "settlement_bill_dueDate_index" on public."settlement_bill" using btree ("dueDate", "id") where "delFlag" = 'N';
create index "settlement_bill_search_index" on public."settlement_bill" using gin ("settlementBill" gin_trgm_ops) where "delFlag" = 'N';

create table public."attachment" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "caseId" bigint not null,
  "caseType" text,
  "dataType" text,
  "type" text not null,
  "path" text not null,
  "name" text collate public."bordereau_zh",
  "remark" text collate public."bordereau_zh",
  "operator" text,
  "date" date not null,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "operator$live" text generated always as (case when "delFlag" = 'N' then "operator" end) stored,
  constraint "attachment_pkey" primary key ("id"),
  constraint "attachment_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "attachment_caseType_options" check (not "delFlag" = 'N' or ("caseType" in ('CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER'))),
  constraint "attachment_dataType_options" check (not "delFlag" = 'N' or ("dataType" in ('MANUAL', 'SMP'))),
  constraint "attachment_type_kind" check (not "delFlag" = 'N' or (char_length("type") <= 50)),
  constraint "attachment_path_kind" check (not "delFlag" = 'N' or (char_length("path") <= 50)),
  constraint "attachment_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 1000)),
  constraint "attachment_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000))
);
create index "attachment_order_index" on public."attachment" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "attachment_caseId_index" on public."attachment" using btree ("caseId") where "delFlag" = 'N';
create index "attachment_operator_index" on public."attachment" using btree ("operator") where "delFlag" = 'N';
create index "attachment_caseId$live_index" on public."attachment" using btree ("caseId$live");
create index "attachment_search_index" on public."attachment" using gin ("name" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: no-new-estimate: parent.estimatedAmt is not a field of the row itself
-- not in the database: reserve-for-charges: parent.estimatedAmt is not a field of the row itself
-- not in the database: new-estimate-above-zero: old.estimatedAmtNew is not a field of the row itself
-- not in the database: charges-covered: parent.committedAmt is not a field of the row itself
create table public."claim_approval" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "approvalNo" text,
  "caseId" bigint not null,
  "subject" text not null,
  "approveType" text,
  "recordStatus" text default 'Draft',
  "bizType" text,
  "cargoClaimType" text,
  "estimatedAmt" numeric(20,2),
  "estimatedAmtNew" numeric(20,2),
  "hmCaptive" text,
  "piClub" text,
  "cntrCompany" text,
  "hmPct" numeric(9,4),
  "piPct" numeric(9,4),
  "cntrPct" numeric(9,4),
  "ownerPct" numeric(9,4),
  "claimCur" text,
  "claimAmtUsd" numeric(20,2),
  "rateDiffers" text,
  "reimbursementClaimAmtUsd" numeric(20,2),
  "noPayment" text default 'N',
  "noReimburse" text default 'N',
  "noRecovery" text default 'N',
  "reopenReason" text collate public."bordereau_zh",
  "hmReimbursedAmt" numeric(20,2),
  "piReimbursedAmt" numeric(20,2),
  "cntrReimbursedAmt" numeric(20,2),
  "hmDeductible" numeric(20,2),
  "piDeductible" numeric(20,2),
  "cntrDeductible" numeric(20,2),
  "reimburseRemark" text collate public."bordereau_zh",
  "captiveRemark" text collate public."bordereau_zh",
  "cntrRemark" text collate public."bordereau_zh",
  "piclubRemark" text collate public."bordereau_zh",
  "submitUsr" text,
  "optDate" timestamp with time zone,
  "approvalLevel" text,
  "optOpinion" text collate public."bordereau_zh",
  "departmentRoom" text,
  "dept" text,
  "leader" text,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "hmCaptive$live" text generated always as (case when "delFlag" = 'N' then "hmCaptive" end) stored,
  "piClub$live" text generated always as (case when "delFlag" = 'N' then "piClub" end) stored,
  "cntrCompany$live" text generated always as (case when "delFlag" = 'N' then "cntrCompany" end) stored,
  "claimCur$live" text generated always as (case when "delFlag" = 'N' then "claimCur" end) stored,
  "submitUsr$live" text generated always as (case when "delFlag" = 'N' then "submitUsr" end) stored,
  "departmentRoom$live" text generated always as (case when "delFlag" = 'N' then "departmentRoom" end) stored,
  "dept$live" text generated always as (case when "delFlag" = 'N' then "dept" end) stored,
  "leader$live" text generated always as (case when "delFlag" = 'N' then "leader" end) stored,
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  constraint "claim_approval_pkey" primary key ("id"),
  constraint "claim_approval_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "claim_approval_approvalNo_kind" check (not "delFlag" = 'N' or (char_length("approvalNo") <= 16)),
  constraint "claim_approval_subject_options" check (not "delFlag" = 'N' or ("subject" in ('ESTIMATE', 'CHARGE', 'RESULT'))),
  constraint "claim_approval_approveType_options" check (not "delFlag" = 'N' or ("approveType" in ('Case Approval', 'Case Confirm'))),
  constraint "claim_approval_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Submit', 'Reject', 'Confirm'))),
  constraint "claim_approval_bizType_options" check (not "delFlag" = 'N' or ("bizType" in ('CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER'))),
  constraint "claim_approval_cargoClaimType_kind" check (not "delFlag" = 'N' or (char_length("cargoClaimType") <= 50)),
  constraint "claim_approval_estimatedAmtNew_kind" check (not "delFlag" = 'N' or ("estimatedAmtNew" >= '0')),
  constraint "claim_approval_hmPct_kind" check (not "delFlag" = 'N' or ("hmPct" >= '0' and "hmPct" <= '100')),
  constraint "claim_approval_piPct_kind" check (not "delFlag" = 'N' or ("piPct" >= '0' and "piPct" <= '100')),
  constraint "claim_approval_cntrPct_kind" check (not "delFlag" = 'N' or ("cntrPct" >= '0' and "cntrPct" <= '100')),
  constraint "claim_approval_ownerPct_kind" check (not "delFlag" = 'N' or ("ownerPct" >= '0' and "ownerPct" <= '100')),
  constraint "claim_approval_claimAmtUsd_kind" check (not "delFlag" = 'N' or ("claimAmtUsd" >= '0')),
  constraint "claim_approval_rateDiffers_kind" check (not "delFlag" = 'N' or ("rateDiffers" in ('Y', 'N'))),
  constraint "claim_approval_reimbursementClaimAmtUsd_kind" check (not "delFlag" = 'N' or ("reimbursementClaimAmtUsd" >= '0')),
  constraint "claim_approval_noPayment_kind" check (not "delFlag" = 'N' or ("noPayment" in ('Y', 'N'))),
  constraint "claim_approval_noReimburse_kind" check (not "delFlag" = 'N' or ("noReimburse" in ('Y', 'N'))),
  constraint "claim_approval_noRecovery_kind" check (not "delFlag" = 'N' or ("noRecovery" in ('Y', 'N'))),
  constraint "claim_approval_reopenReason_kind" check (not "delFlag" = 'N' or (char_length("reopenReason") <= 500)),
  constraint "claim_approval_hmReimbursedAmt_kind" check (not "delFlag" = 'N' or ("hmReimbursedAmt" >= '0')),
  constraint "claim_approval_piReimbursedAmt_kind" check (not "delFlag" = 'N' or ("piReimbursedAmt" >= '0')),
  constraint "claim_approval_cntrReimbursedAmt_kind" check (not "delFlag" = 'N' or ("cntrReimbursedAmt" >= '0')),
  constraint "claim_approval_hmDeductible_kind" check (not "delFlag" = 'N' or ("hmDeductible" >= '0')),
  constraint "claim_approval_piDeductible_kind" check (not "delFlag" = 'N' or ("piDeductible" >= '0')),
  constraint "claim_approval_cntrDeductible_kind" check (not "delFlag" = 'N' or ("cntrDeductible" >= '0')),
  constraint "claim_approval_reimburseRemark_kind" check (not "delFlag" = 'N' or (char_length("reimburseRemark") <= 1000)),
  constraint "claim_approval_captiveRemark_kind" check (not "delFlag" = 'N' or (char_length("captiveRemark") <= 1000)),
  constraint "claim_approval_cntrRemark_kind" check (not "delFlag" = 'N' or (char_length("cntrRemark") <= 1000)),
  constraint "claim_approval_piclubRemark_kind" check (not "delFlag" = 'N' or (char_length("piclubRemark") <= 1000)),
  constraint "claim_approval_approvalLevel_options" check (not "delFlag" = 'N' or ("approvalLevel" in ('DIVISION', 'DEPARTMENT', 'LEADER'))),
  constraint "claim_approval_optOpinion_kind" check (not "delFlag" = 'N' or (char_length("optOpinion") <= 1000)),
  constraint "claim_approval_percent-100_sum" check (not "delFlag" = 'N' or (num_nonnulls("hmPct", "piPct", "cntrPct", "ownerPct") = 0 or abs(coalesce("hmPct", 0) + coalesce("piPct", 0) + coalesce("cntrPct", 0) + coalesce("ownerPct", 0) - 100) <= 0)),
  constraint "claim_approval_new-estimate_rule" check (not "delFlag" = 'N' or ((("subject" = 'ESTIMATE')) is not true or (("estimatedAmtNew" is not null)))),
  constraint "claim_approval_split-of-reserve_rule" check (not "delFlag" = 'N' or ((((((((("hmPct" is not null) or ("piPct" is not null)) or ("cntrPct" is not null)) or ("ownerPct" is not null)) or ("hmCaptive" is not null)) or ("piClub" is not null)) or ("cntrCompany" is not null))) is not true or (("estimatedAmtNew" is not null)))),
  constraint "claim_approval_captive-named_rule" check (not "delFlag" = 'N' or (((("hmPct" > 0) or (("bizType" = 'HULL') and (((("hmPct" is not null) or ("piPct" is not null)) or ("cntrPct" is not null)) or ("ownerPct" is not null))))) is not true or (("hmCaptive" is not null)))),
  constraint "claim_approval_club-named_rule" check (not "delFlag" = 'N' or (((("piPct" > 0) or (("bizType" = 'HULL') and (((("hmPct" is not null) or ("piPct" is not null)) or ("cntrPct" is not null)) or ("ownerPct" is not null))))) is not true or (("piClub" is not null)))),
  constraint "claim_approval_container-insurer-named_rule" check (not "delFlag" = 'N' or (((("cntrPct" > 0) or (("bizType" = 'HULL') and (((("hmPct" is not null) or ("piPct" is not null)) or ("cntrPct" is not null)) or ("ownerPct" is not null))))) is not true or (("cntrCompany" is not null)))),
  constraint "claim_approval_charges-there_rule" check (not "delFlag" = 'N' or ((("subject" = 'CHARGE')) is not true or (("claimAmtUsd" > 0)))),
  constraint "claim_approval_nothing-of-result_rule" check (not "delFlag" = 'N' or ((("subject" <> 'RESULT')) is not true or ((((not (("noPayment" is not null) and ("noPayment" = 'Y'))) and (not (("noReimburse" is not null) and ("noReimburse" = 'Y')))) and (not (("noRecovery" is not null) and ("noRecovery" = 'Y'))))))),
  constraint "claim_approval_id_live" unique ("id$live")
);
create unique index "claim_approval_approval-no_unique" on public."claim_approval" using btree ("approvalNo") where "delFlag" = 'N';
create index "claim_approval_order_index" on public."claim_approval" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "claim_approval_caseId_index" on public."claim_approval" using btree ("caseId") where "delFlag" = 'N';
create index "claim_approval_submitUsr_index" on public."claim_approval" using btree ("submitUsr") where "delFlag" = 'N';
create index "claim_approval_caseId$live_index" on public."claim_approval" using btree ("caseId$live");
create index "claim_approval_search_index" on public."claim_approval" using gin ("approvalNo" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: contacts: pattern ^[^;,|，；、|]+(;[^;,|，；、|]+)*$ has no form that PostgreSQL reads alike
-- not in the database: contactsMail: pattern ^[^\s@;,|，；、]+@[^\s@;,|，；、][^\s@;,|，；、.]*\.[^\s@;,|，；、]+(; ?[^\s@;,|，；、]+@[^\s@;,|，；、][^\s@;,|，；、.]*\.[^\s@;,|，；、]+)*$ has no form that PostgreSQL reads alike
-- not in the database: contactsPhone: pattern ^[0-9+()\-# .]+(;[0-9+()\-# .]+)*$ has no form that PostgreSQL reads alike
-- not in the database: relatingRef: pattern ^[^;,|，；、|]+(;[^;,|，；、|]+)*$ has no form that PostgreSQL reads alike
create table public."claim_contact" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "caseId" bigint not null,
  "companyType" text not null,
  "companyCde" text not null,
  "contacts" text collate public."bordereau_zh" not null,
  "contactsMail" text collate public."bordereau_zh" not null,
  "contactsPhone" text collate public."bordereau_zh" not null,
  "relatingRef" text collate public."bordereau_zh",
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "companyCde$live" text generated always as (case when "delFlag" = 'N' then "companyCde" end) stored,
  constraint "claim_contact_pkey" primary key ("id"),
  constraint "claim_contact_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "claim_contact_companyType_options" check (not "delFlag" = 'N' or ("companyType" in ('INSURER', 'PICLUB', 'BILLING', 'CAPTIVE'))),
  constraint "claim_contact_contacts_kind" check (not "delFlag" = 'N' or (char_length("contacts") <= 100)),
  constraint "claim_contact_contactsMail_kind" check (not "delFlag" = 'N' or (char_length("contactsMail") <= 100)),
  constraint "claim_contact_contactsPhone_kind" check (not "delFlag" = 'N' or (char_length("contactsPhone") <= 100)),
  constraint "claim_contact_relatingRef_kind" check (not "delFlag" = 'N' or (char_length("relatingRef") <= 100))
);
create unique index "claim_contact_insurer-or-club_unique" on public."claim_contact" using btree ("caseId", "companyCde") where "delFlag" = 'N' and ((("companyType" = 'INSURER') or ("companyType" = 'PICLUB')));
create index "claim_contact_order_index" on public."claim_contact" using btree ("companyType", "companyCde", "id") where "delFlag" = 'N';
create index "claim_contact_caseId_index" on public."claim_contact" using btree ("caseId") where "delFlag" = 'N';
create index "claim_contact_companyCde_index" on public."claim_contact" using btree ("companyCde") where "delFlag" = 'N';
create index "claim_contact_caseId$live_index" on public."claim_contact" using btree ("caseId$live");
create index "claim_contact_search_index" on public."claim_contact" using gin ("contacts" gin_trgm_ops, "contactsMail" gin_trgm_ops) where "delFlag" = 'N';

create table public."claim_date" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "caseId" bigint not null,
  "dateType" text not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  constraint "claim_date_pkey" primary key ("id"),
  constraint "claim_date_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "claim_date_dateType_options" check (not "delFlag" = 'N' or ("dateType" in ('NOTICE', 'SURVEY', 'DEMAND', 'REPLY', 'SUIT', 'SETTLE', 'PAYMENT', 'OTHER'))),
  constraint "claim_date_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000))
);
create index "claim_date_order_index" on public."claim_date" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "claim_date_caseId_index" on public."claim_date" using btree ("caseId") where "delFlag" = 'N';
create index "claim_date_caseId$live_index" on public."claim_date" using btree ("caseId$live");

-- not in the database: issued: today() changes from day to day
-- not in the database: currency: lookup.cost.cur is not a field of the row itself
-- not in the database: rate-of-one-currency: lookup.cost.cur is not a field of the row itself
-- not in the database: within-cost-cny: lookup.cost.totalAmt is not a field of the row itself
-- not in the database: within-cost: lookup.cost.totalAmt is not a field of the row itself
-- not in the database: verified-stays: old.id is not a field of the row itself
-- not in the database: how-verified-stays: old.id is not a field of the row itself
-- not in the database: charge-stays: old.id is not a field of the row itself
create table public."claim_invoice" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "chargeMode" text default 'SUPPLIER' not null,
  "invoiceType" text not null,
  "invoiceNo" text collate public."bordereau_zh" not null,
  "invoiceCode" text collate public."bordereau_zh",
  "checkCode" text,
  "invoiceDate" date,
  "verifyStatus" text default 'Unverified',
  "verifyRemark" text collate public."bordereau_zh",
  "dueDate" date,
  "invocieCompany" text not null,
  "attachmentsAddr" jsonb,
  "invoiceCur" text not null,
  "invoiceAmount" numeric(20,2) not null,
  "invoiceTax" numeric(9,4) default '0' not null,
  "invoiceTaxAmt" numeric(20,2) not null,
  "invoiceNetAmt" numeric(20,2),
  "costRate" numeric(18,8) not null,
  "costAmt" numeric(20,2),
  "costCur" text,
  "localCur" text,
  "localRate" numeric(18,8),
  "localNetAmt" numeric(20,2),
  "localTaxAmt" numeric(20,2),
  "localTotalAmt" numeric(20,2),
  "paymentTerm" integer,
  "paymentCur" text,
  "caseId" bigint not null,
  "chargeId" bigint not null,
  "sapId" text collate public."bordereau_zh",
  "invocieCompany$live" text generated always as (case when "delFlag" = 'N' then "invocieCompany" end) stored,
  "invoiceCur$live" text generated always as (case when "delFlag" = 'N' then "invoiceCur" end) stored,
  "costCur$live" text generated always as (case when "delFlag" = 'N' then "costCur" end) stored,
  "localCur$live" text generated always as (case when "delFlag" = 'N' then "localCur" end) stored,
  "paymentCur$live" text generated always as (case when "delFlag" = 'N' then "paymentCur" end) stored,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  constraint "claim_invoice_pkey" primary key ("id"),
  constraint "claim_invoice_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "claim_invoice_chargeMode_options" check (not "delFlag" = 'N' or ("chargeMode" in ('SUPPLIER', 'CUSTOMER'))),
  constraint "claim_invoice_invoiceType_options" check (not "delFlag" = 'N' or ("invoiceType" in ('VATINVOICE', 'ORDINVOICE', 'ELEINVOICE', 'ALLELEVAT', 'ALLELEORD', 'DEBITNOTE', 'RR'))),
  constraint "claim_invoice_invoiceNo_kind" check (not "delFlag" = 'N' or (char_length("invoiceNo") <= 100)),
  constraint "claim_invoice_invoiceCode_kind" check (not "delFlag" = 'N' or (char_length("invoiceCode") <= 100)),
  constraint "claim_invoice_checkCode_kind" check (not "delFlag" = 'N' or (char_length("checkCode") <= 30)),
  constraint "claim_invoice_verifyStatus_state" check (not "delFlag" = 'N' or ("verifyStatus" in ('Unverified', 'Sent', 'Verified', 'ByHand', 'Failed'))),
  constraint "claim_invoice_verifyRemark_kind" check (not "delFlag" = 'N' or (char_length("verifyRemark") <= 200)),
  constraint "claim_invoice_attachmentsAddr_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachmentsAddr") = 'array' then not jsonb_path_exists("attachmentsAddr", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachmentsAddr") <= 10 else "attachmentsAddr" is null end)),
  constraint "claim_invoice_invoiceAmount_kind" check (not "delFlag" = 'N' or ("invoiceAmount" > '0')),
  constraint "claim_invoice_invoiceTax_kind" check (not "delFlag" = 'N' or ("invoiceTax" >= '0' and "invoiceTax" <= '100')),
  constraint "claim_invoice_invoiceTaxAmt_kind" check (not "delFlag" = 'N' or ("invoiceTaxAmt" >= '0')),
  constraint "claim_invoice_costRate_kind" check (not "delFlag" = 'N' or ("costRate" > '0')),
  constraint "claim_invoice_localRate_kind" check (not "delFlag" = 'N' or ("localRate" > '0')),
  constraint "claim_invoice_paymentTerm_kind" check (not "delFlag" = 'N' or ("paymentTerm" >= '0' and "paymentTerm" <= '999')),
  constraint "claim_invoice_sapId_kind" check (not "delFlag" = 'N' or (char_length("sapId") <= 50)),
  constraint "claim_invoice_code_rule" check (not "delFlag" = 'N' or ((((("invoiceType" = 'VATINVOICE') or ("invoiceType" = 'ORDINVOICE')) or ("invoiceType" = 'ELEINVOICE'))) is not true or (("invoiceCode" is not null)))),
  constraint "claim_invoice_check-code_rule" check (not "delFlag" = 'N' or ((((("invoiceType" = 'VATINVOICE') or ("invoiceType" = 'ORDINVOICE')) or ("invoiceType" = 'ELEINVOICE'))) is not true or (("checkCode" is not null)))),
  constraint "claim_invoice_all-electric-number_rule" check (not "delFlag" = 'N' or (((("invoiceType" = 'ALLELEVAT') or ("invoiceType" = 'ALLELEORD'))) is not true or (("invoiceNo" ~ '^[0-9]{20}$')))),
  constraint "claim_invoice_payment-term_rule" check (not "delFlag" = 'N' or (((("invoiceType" = 'DEBITNOTE') or ("invoiceType" = 'RR'))) is not true or (("paymentTerm" is not null)))),
  constraint "claim_invoice_payment-currency_rule" check (not "delFlag" = 'N' or (((("invoiceType" = 'DEBITNOTE') or ("invoiceType" = 'RR'))) is not true or (("paymentCur" is not null)))),
  constraint "claim_invoice_tax-within_rule" check (not "delFlag" = 'N' or (("invoiceTaxAmt" <= "invoiceAmount")))
);
create unique index "claim_invoice_invoice-no_unique" on public."claim_invoice" using btree ("invoiceNo") where "delFlag" = 'N';
create index "claim_invoice_order_index" on public."claim_invoice" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "claim_invoice_caseId_index" on public."claim_invoice" using btree ("caseId") where "delFlag" = 'N';
create index "claim_invoice_chargeId_index" on public."claim_invoice" using btree ("chargeId") where "delFlag" = 'N';
create index "claim_invoice_invocieCompany_index" on public."claim_invoice" using btree ("invocieCompany") where "delFlag" = 'N';
create index "claim_invoice_invoiceDate_index" on public."claim_invoice" using btree ("invoiceDate", "id") where "delFlag" = 'N';
create index "claim_invoice_dueDate_index" on public."claim_invoice" using btree ("dueDate", "id") where "delFlag" = 'N';
create index "claim_invoice_caseId$live_index" on public."claim_invoice" using btree ("caseId$live");
create index "claim_invoice_search_index" on public."claim_invoice" using gin ("invoiceNo" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: casualty-past: today() changes from day to day
-- not in the database: estimate-above-zero: old.id is not a field of the row itself
-- not in the database: related-others: old.id is not a field of the row itself
-- not in the database: estimate-approved: old.claimStatus is not a field of the row itself
-- not in the database: time-limit-extended: old.id is not a field of the row itself
-- not in the database: deductible-vessel: old.id is not a field of the row itself
-- not in the database: deductible-event: old.id is not a field of the row itself
-- not in the database: deductible-voyage: old.id is not a field of the row itself
create table public."claim" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ourRef" text not null,
  "bizType" text not null,
  "claimStatus" text default 'Draft',
  "recordStatus" text default 'Draft',
  "blRefCde" text not null,
  "casualtyDate" date not null,
  "svvd" text not null,
  "svcLoopCde" text,
  "vslCde" text,
  "vslNme" text collate public."bordereau_zh" not null,
  "vslNmeEn" text collate public."bordereau_zh",
  "voyNum" text,
  "dirBound" text,
  "cntrNum" text collate public."bordereau_zh",
  "por" text collate public."bordereau_zh",
  "porDate" date,
  "pol" text collate public."bordereau_zh",
  "loadDate" date,
  "pod" text collate public."bordereau_zh",
  "dischargeDate" date,
  "fnd" text collate public."bordereau_zh",
  "fndDate" date,
  "rfRhFlag" text,
  "shipper" text collate public."bordereau_zh",
  "consignee" text collate public."bordereau_zh",
  "caseClass" text not null,
  "caseType" text not null,
  "claimExecutor" text not null,
  "claimAssistant" text,
  "claimant" text collate public."bordereau_zh",
  "respParty" text,
  "relatedClaims" jsonb,
  "billCompany" text not null,
  "caseDetail" text collate public."bordereau_zh",
  "remark" text collate public."bordereau_zh",
  "expiredDate" date,
  "origExpiredDate" date,
  "monthExtention" integer,
  "estimatedAmt" numeric(20,2) not null,
  "hmPct" numeric(9,4),
  "piPct" numeric(9,4),
  "cntrPct" numeric(9,4),
  "ownerPct" numeric(9,4),
  "estimateSplit" text,
  "claimAmt" numeric(20,2),
  "committedAmt" numeric(20,2),
  "rateDiffers" text,
  "approvedAmt" numeric(20,2),
  "paidAmt" numeric(20,2),
  "outstandingAmt" numeric(20,2),
  "receivedAmt" numeric(20,2),
  "incurredAmt" numeric(20,2),
  "paidStatus" text,
  "reimburseStatus" text,
  "recoveryStatus" text,
  "settledDate" date,
  "reimbursementDate" date,
  "recoveryDate" date,
  "closeDate" date,
  "settledAmt" numeric(20,2),
  "reimbursementClaimAmt" numeric(20,2),
  "recoveryClaimAmt" numeric(20,2),
  "closeAmt" numeric(20,2),
  "deductibleAmt" numeric(20,2),
  "deductibleBalance" numeric(20,2),
  "reportNo" text collate public."bordereau_zh",
  "dataType" text default 'MANUAL',
  "approvalFlag" text,
  "checkStatus" text default 'OPEN',
  "portCde" text,
  "portName" text collate public."bordereau_zh",
  "casualtyType" text,
  "prePortName" text collate public."bordereau_zh",
  "nextPortName" text collate public."bordereau_zh",
  "regionI" text,
  "regionII" text,
  "anchorage" text collate public."bordereau_zh",
  "shipyard" text collate public."bordereau_zh",
  "country" text,
  "city" text collate public."bordereau_zh",
  "orgRef" text collate public."bordereau_zh",
  "orgContacts" text collate public."bordereau_zh",
  "InsCompany" text,
  "netAmt" numeric(20,2),
  "capClaimAmt" numeric(20,2),
  "captiveRemark" text collate public."bordereau_zh",
  "cntrRemark" text collate public."bordereau_zh",
  "persionType" text,
  "personInvolved" text collate public."bordereau_zh",
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "claimExecutor$live" text generated always as (case when "delFlag" = 'N' then "claimExecutor" end) stored,
  "claimAssistant$live" text generated always as (case when "delFlag" = 'N' then "claimAssistant" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "country$live" text generated always as (case when "delFlag" = 'N' then "country" end) stored,
  "InsCompany$live" text generated always as (case when "delFlag" = 'N' then "InsCompany" end) stored,
  constraint "claim_pkey" primary key ("id"),
  constraint "claim_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "claim_ourRef_kind" check (not "delFlag" = 'N' or (char_length("ourRef") <= 10)),
  constraint "claim_bizType_options" check (not "delFlag" = 'N' or ("bizType" in ('CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER'))),
  constraint "claim_claimStatus_state" check (not "delFlag" = 'N' or ("claimStatus" in ('Draft', 'Reported', 'SettlingCharge', 'Closed'))),
  constraint "claim_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm'))),
  constraint "claim_blRefCde_kind" check (not "delFlag" = 'N' or (char_length("blRefCde") <= 12)),
  constraint "claim_svvd_kind" check (not "delFlag" = 'N' or (char_length("svvd") <= 20)),
  constraint "claim_svcLoopCde_kind" check (not "delFlag" = 'N' or (char_length("svcLoopCde") <= 4)),
  constraint "claim_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "claim_vslNmeEn_kind" check (not "delFlag" = 'N' or (char_length("vslNmeEn") <= 30)),
  constraint "claim_voyNum_kind" check (not "delFlag" = 'N' or (char_length("voyNum") <= 3)),
  constraint "claim_dirBound_options" check (not "delFlag" = 'N' or ("dirBound" in ('E', 'W', 'S', 'N'))),
  constraint "claim_cntrNum_kind" check (not "delFlag" = 'N' or (char_length("cntrNum") <= 200)),
  constraint "claim_por_kind" check (not "delFlag" = 'N' or (char_length("por") <= 100)),
  constraint "claim_pol_kind" check (not "delFlag" = 'N' or (char_length("pol") <= 100)),
  constraint "claim_pod_kind" check (not "delFlag" = 'N' or (char_length("pod") <= 100)),
  constraint "claim_fnd_kind" check (not "delFlag" = 'N' or (char_length("fnd") <= 100)),
  constraint "claim_rfRhFlag_kind" check (not "delFlag" = 'N' or ("rfRhFlag" in ('Y', 'N'))),
  constraint "claim_shipper_kind" check (not "delFlag" = 'N' or (char_length("shipper") <= 100)),
  constraint "claim_consignee_kind" check (not "delFlag" = 'N' or (char_length("consignee") <= 100)),
  constraint "claim_caseClass_kind" check (not "delFlag" = 'N' or (char_length("caseClass") <= 20)),
  constraint "claim_caseType_kind" check (not "delFlag" = 'N' or (char_length("caseType") <= 20)),
  constraint "claim_claimant_kind" check (not "delFlag" = 'N' or (char_length("claimant") <= 200)),
  constraint "claim_respParty_kind" check (not "delFlag" = 'N' or (char_length("respParty") <= 20)),
  constraint "claim_relatedClaims_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("relatedClaims") = 'array' then not jsonb_path_exists("relatedClaims", '$[*] ? (@.type() != "string")') and jsonb_array_length("relatedClaims") <= 50 else "relatedClaims" is null end)),
  constraint "claim_caseDetail_kind" check (not "delFlag" = 'N' or (char_length("caseDetail") <= 1000)),
  constraint "claim_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "claim_monthExtention_kind" check (not "delFlag" = 'N' or ("monthExtention" >= '0')),
  constraint "claim_estimatedAmt_kind" check (not "delFlag" = 'N' or ("estimatedAmt" >= '0')),
  constraint "claim_estimateSplit_kind" check (not "delFlag" = 'N' or ("estimateSplit" in ('Y', 'N'))),
  constraint "claim_claimAmt_kind" check (not "delFlag" = 'N' or ("claimAmt" >= '0')),
  constraint "claim_rateDiffers_kind" check (not "delFlag" = 'N' or ("rateDiffers" in ('Y', 'N'))),
  constraint "claim_paidStatus_options" check (not "delFlag" = 'N' or ("paidStatus" in ('None', 'InProcess', 'Paid'))),
  constraint "claim_reimburseStatus_options" check (not "delFlag" = 'N' or ("reimburseStatus" in ('None', 'Open', 'InProcess', 'Received'))),
  constraint "claim_recoveryStatus_options" check (not "delFlag" = 'N' or ("recoveryStatus" in ('None', 'Open', 'InProcess', 'Received'))),
  constraint "claim_reportNo_kind" check (not "delFlag" = 'N' or (char_length("reportNo") <= 50)),
  constraint "claim_dataType_options" check (not "delFlag" = 'N' or ("dataType" in ('MANUAL', 'SMP'))),
  constraint "claim_approvalFlag_kind" check (not "delFlag" = 'N' or ("approvalFlag" in ('Y', 'N'))),
  constraint "claim_checkStatus_state" check (not "delFlag" = 'N' or ("checkStatus" in ('OPEN', 'CHECKED'))),
  constraint "claim_loading-discharge_order" check (not "delFlag" = 'N' or ("loadDate" <= "dischargeDate")),
  constraint "cargo_claim_ourRef$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'CARGO') or ("ourRef" is not null)),
  constraint "cargo_claim_ourRef_kind" check (not ("delFlag" = 'N' and "bizType" = 'CARGO') or (char_length("ourRef") <= 10)),
  constraint "hull_claim_ourRef$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or ("ourRef" is not null)),
  constraint "hull_claim_blRefCde$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or ("blRefCde" is not null)),
  constraint "hull_claim_svvd$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or ("svvd" is not null)),
  constraint "hull_claim_ourRef_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("ourRef") <= 10)),
  constraint "hull_claim_blRefCde_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("blRefCde") <= 12)),
  constraint "hull_claim_svvd_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("svvd") <= 20)),
  constraint "hull_claim_portName_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("portName") <= 35)),
  constraint "hull_claim_casualtyType_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("casualtyType") <= 20)),
  constraint "hull_claim_prePortName_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("prePortName") <= 35)),
  constraint "hull_claim_nextPortName_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("nextPortName") <= 35)),
  constraint "hull_claim_regionI_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("regionI") <= 20)),
  constraint "hull_claim_regionII_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("regionII") <= 20)),
  constraint "hull_claim_anchorage_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("anchorage") <= 100)),
  constraint "hull_claim_shipyard_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("shipyard") <= 100)),
  constraint "hull_claim_city_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("city") <= 100)),
  constraint "hull_claim_orgRef_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("orgRef") <= 100)),
  constraint "hull_claim_orgContacts_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("orgContacts") <= 100)),
  constraint "hull_claim_captiveRemark_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("captiveRemark") <= 1000)),
  constraint "hull_claim_cntrRemark_kind" check (not ("delFlag" = 'N' and "bizType" = 'HULL') or (char_length("cntrRemark") <= 1000)),
  constraint "other_claim_ourRef$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or ("ourRef" is not null)),
  constraint "other_claim_blRefCde$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or ("blRefCde" is not null)),
  constraint "other_claim_svvd$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or ("svvd" is not null)),
  constraint "other_claim_portCde$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or ("portCde" is not null)),
  constraint "other_claim_portName$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or ("portName" is not null)),
  constraint "other_claim_ourRef_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("ourRef") <= 10)),
  constraint "other_claim_blRefCde_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("blRefCde") <= 12)),
  constraint "other_claim_svvd_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("svvd") <= 20)),
  constraint "other_claim_portName_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("portName") <= 35)),
  constraint "other_claim_casualtyType_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("casualtyType") <= 20)),
  constraint "other_claim_prePortName_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("prePortName") <= 35)),
  constraint "other_claim_nextPortName_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("nextPortName") <= 35)),
  constraint "other_claim_regionI_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("regionI") <= 20)),
  constraint "other_claim_regionII_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("regionII") <= 20)),
  constraint "other_claim_anchorage_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("anchorage") <= 100)),
  constraint "other_claim_shipyard_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("shipyard") <= 100)),
  constraint "other_claim_city_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("city") <= 100)),
  constraint "other_claim_orgRef_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("orgRef") <= 100)),
  constraint "other_claim_orgContacts_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("orgContacts") <= 100)),
  constraint "other_claim_captiveRemark_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("captiveRemark") <= 1000)),
  constraint "other_claim_cntrRemark_kind" check (not ("delFlag" = 'N' and "bizType" = 'OTHER') or (char_length("cntrRemark") <= 1000)),
  constraint "person_claim_ourRef$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'PERSON') or ("ourRef" is not null)),
  constraint "person_claim_blRefCde$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'PERSON') or ("blRefCde" is not null)),
  constraint "person_claim_svvd$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'PERSON') or ("svvd" is not null)),
  constraint "person_claim_ourRef_kind" check (not ("delFlag" = 'N' and "bizType" = 'PERSON') or (char_length("ourRef") <= 10)),
  constraint "person_claim_blRefCde_kind" check (not ("delFlag" = 'N' and "bizType" = 'PERSON') or (char_length("blRefCde") <= 12)),
  constraint "person_claim_svvd_kind" check (not ("delFlag" = 'N' and "bizType" = 'PERSON') or (char_length("svvd") <= 20)),
  constraint "person_claim_persionType_kind" check (not ("delFlag" = 'N' and "bizType" = 'PERSON') or (char_length("persionType") <= 20)),
  constraint "person_claim_personInvolved_kind" check (not ("delFlag" = 'N' and "bizType" = 'PERSON') or (char_length("personInvolved") <= 200)),
  constraint "vessel_other_claim_ourRef$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'VSLOTHER') or ("ourRef" is not null)),
  constraint "vessel_other_claim_blRefCde$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'VSLOTHER') or ("blRefCde" is not null)),
  constraint "vessel_other_claim_svvd$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'VSLOTHER') or ("svvd" is not null)),
  constraint "vessel_other_claim_portCde$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'VSLOTHER') or ("portCde" is not null)),
  constraint "vessel_other_claim_portName$required_kind" check (not ("delFlag" = 'N' and "bizType" = 'VSLOTHER') or ("portName" is not null)),
  constraint "vessel_other_claim_ourRef_kind" check (not ("delFlag" = 'N' and "bizType" = 'VSLOTHER') or (char_length("ourRef") <= 10)),
  constraint "vessel_other_claim_blRefCde_kind" check (not ("delFlag" = 'N' and "bizType" = 'VSLOTHER') or (char_length("blRefCde") <= 12)),
  constraint "vessel_other_claim_svvd_kind" check (not ("delFlag" = 'N' and "bizType" = 'VSLOTHER') or (char_length("svvd") <= 20)),
  constraint "vessel_other_claim_portName_kind" check (not ("delFlag" = 'N' and "bizType" = 'VSLOTHER') or (char_length("portName") <= 35)),
  constraint "claim_id_live" unique ("id$live")
);
create unique index "claim_our-ref_unique" on public."claim" using btree ("ourRef") where "delFlag" = 'N';
create index "claim_bill-of-lading_index" on public."claim" using btree ("blRefCde") where "delFlag" = 'N';
create index "claim_order_index" on public."claim" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "claim_claimExecutor_index" on public."claim" using btree ("claimExecutor") where "delFlag" = 'N';
create index "claim_claimAssistant_index" on public."claim" using btree ("claimAssistant") where "delFlag" = 'N';
create index "claim_billCompany_index" on public."claim" using btree ("billCompany") where "delFlag" = 'N';
create index "claim_casualtyDate_index" on public."claim" using btree ("casualtyDate", "id") where "delFlag" = 'N';
create index "claim_expiredDate_index" on public."claim" using btree ("expiredDate", "id") where "delFlag" = 'N';
create index "claim_search_index" on public."claim" using gin ("ourRef" gin_trgm_ops, "blRefCde" gin_trgm_ops, "cntrNum" gin_trgm_ops, "vslNme" gin_trgm_ops, "claimant" gin_trgm_ops) where "delFlag" = 'N';
create unique index "cargo_claim_one-per-bill-of-lading_unique" on public."claim" using btree ("blRefCde") where "delFlag" = 'N' and "bizType" = 'CARGO';
create index "cargo_claim_expiredDate_index" on public."claim" using btree ("expiredDate", "id") where "delFlag" = 'N' and "bizType" = 'CARGO';
create index "cargo_claim_search_index" on public."claim" using gin ("ourRef" gin_trgm_ops) where "delFlag" = 'N' and "bizType" = 'CARGO';
create index "hull_claim_portCde_index" on public."claim" using btree ("portCde") where "delFlag" = 'N' and "bizType" = 'HULL';
create index "hull_claim_InsCompany_index" on public."claim" using btree ("InsCompany") where "delFlag" = 'N' and "bizType" = 'HULL';
create index "hull_claim_search_index" on public."claim" using gin ("ourRef" gin_trgm_ops) where "delFlag" = 'N' and "bizType" = 'HULL';
create index "other_claim_portCde_index" on public."claim" using btree ("portCde") where "delFlag" = 'N' and "bizType" = 'OTHER';
create index "other_claim_InsCompany_index" on public."claim" using btree ("InsCompany") where "delFlag" = 'N' and "bizType" = 'OTHER';
create index "other_claim_search_index" on public."claim" using gin ("ourRef" gin_trgm_ops) where "delFlag" = 'N' and "bizType" = 'OTHER';
create index "person_claim_svvd_index" on public."claim" using btree ("svvd") where "delFlag" = 'N' and "bizType" = 'PERSON';
create index "person_claim_search_index" on public."claim" using gin ("ourRef" gin_trgm_ops) where "delFlag" = 'N' and "bizType" = 'PERSON';
create index "vessel_other_claim_svvd_index" on public."claim" using btree ("svvd") where "delFlag" = 'N' and "bizType" = 'VSLOTHER';
create index "vessel_other_claim_portCde_index" on public."claim" using btree ("portCde") where "delFlag" = 'N' and "bizType" = 'VSLOTHER';
create index "vessel_other_claim_search_index" on public."claim" using gin ("ourRef" gin_trgm_ops) where "delFlag" = 'N' and "bizType" = 'VSLOTHER';

-- not in the database: captive-named: parent.bizType is not a field of the row itself
-- not in the database: club-named: parent.bizType is not a field of the row itself
-- not in the database: container-insurer-named: parent.bizType is not a field of the row itself
-- not in the database: above-zero: old.id is not a field of the row itself
-- not in the database: approved-total: parent.claimStatus is not a field of the row itself
-- not in the database: approved-split: old.id is not a field of the row itself
-- not in the database: split-of-reported: old.id is not a field of the row itself
create table public."estimate_allocation" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "caseId" bigint not null,
  "ttlEstimatedAmt" numeric(20,2) not null,
  "formerEstimatedAmt" numeric(20,2),
  "approvalId" bigint,
  "hmCaptive" text,
  "piClub" text,
  "cntrCompany" text,
  "hmPct" numeric(9,4) not null,
  "hmAmt" numeric(20,2) not null,
  "piPct" numeric(9,4) not null,
  "piAmt" numeric(20,2) not null,
  "cntrPct" numeric(9,4) not null,
  "cntrAmt" numeric(20,2) not null,
  "ownerPct" numeric(9,4) not null,
  "ownerAmt" numeric(20,2) not null,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "approvalId$live" bigint generated always as (case when "delFlag" = 'N' then "approvalId" end) stored,
  "hmCaptive$live" text generated always as (case when "delFlag" = 'N' then "hmCaptive" end) stored,
  "piClub$live" text generated always as (case when "delFlag" = 'N' then "piClub" end) stored,
  "cntrCompany$live" text generated always as (case when "delFlag" = 'N' then "cntrCompany" end) stored,
  constraint "estimate_allocation_pkey" primary key ("id"),
  constraint "estimate_allocation_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "estimate_allocation_ttlEstimatedAmt_kind" check (not "delFlag" = 'N' or ("ttlEstimatedAmt" >= '0')),
  constraint "estimate_allocation_hmPct_kind" check (not "delFlag" = 'N' or ("hmPct" >= '0' and "hmPct" <= '100')),
  constraint "estimate_allocation_hmAmt_kind" check (not "delFlag" = 'N' or ("hmAmt" >= '0')),
  constraint "estimate_allocation_piPct_kind" check (not "delFlag" = 'N' or ("piPct" >= '0' and "piPct" <= '100')),
  constraint "estimate_allocation_piAmt_kind" check (not "delFlag" = 'N' or ("piAmt" >= '0')),
  constraint "estimate_allocation_cntrPct_kind" check (not "delFlag" = 'N' or ("cntrPct" >= '0' and "cntrPct" <= '100')),
  constraint "estimate_allocation_cntrAmt_kind" check (not "delFlag" = 'N' or ("cntrAmt" >= '0')),
  constraint "estimate_allocation_ownerPct_kind" check (not "delFlag" = 'N' or ("ownerPct" >= '0' and "ownerPct" <= '100')),
  constraint "estimate_allocation_ownerAmt_kind" check (not "delFlag" = 'N' or ("ownerAmt" >= '0')),
  constraint "estimate_allocation_percent-100_sum" check (not "delFlag" = 'N' or (num_nonnulls("hmPct", "piPct", "cntrPct", "ownerPct") = 0 or abs(coalesce("hmPct", 0) + coalesce("piPct", 0) + coalesce("cntrPct", 0) + coalesce("ownerPct", 0) - 100) <= 0)),
  constraint "estimate_allocation_usd-amounts_sum" check (not "delFlag" = 'N' or (num_nonnulls("hmAmt", "piAmt", "cntrAmt", "ownerAmt") = 0 or abs(coalesce("hmAmt", 0) + coalesce("piAmt", 0) + coalesce("cntrAmt", 0) + coalesce("ownerAmt", 0) - "ttlEstimatedAmt") <= 0))
);
create index "estimate_allocation_order_index" on public."estimate_allocation" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "estimate_allocation_caseId_index" on public."estimate_allocation" using btree ("caseId") where "delFlag" = 'N';
create index "estimate_allocation_hmCaptive_index" on public."estimate_allocation" using btree ("hmCaptive") where "delFlag" = 'N';
create index "estimate_allocation_piClub_index" on public."estimate_allocation" using btree ("piClub") where "delFlag" = 'N';
create index "estimate_allocation_cntrCompany_index" on public."estimate_allocation" using btree ("cntrCompany") where "delFlag" = 'N';
create index "estimate_allocation_caseId$live_index" on public."estimate_allocation" using btree ("caseId$live");

-- not in the database: later-than-today: old.newExpiredDate is not a field of the row itself
create table public."expiry_extension" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "caseId" bigint not null,
  "origExpiredDate" date,
  "newExpiredDate" date not null,
  "monthExtention" integer not null,
  "operator" text,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "operator$live" text generated always as (case when "delFlag" = 'N' then "operator" end) stored,
  constraint "expiry_extension_pkey" primary key ("id"),
  constraint "expiry_extension_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "expiry_extension_monthExtention_kind" check (not "delFlag" = 'N' or ("monthExtention" >= '1' and "monthExtention" <= '120')),
  constraint "expiry_extension_later-than-before_rule" check (not "delFlag" = 'N' or (("newExpiredDate" > "origExpiredDate")))
);
create index "expiry_extension_order_index" on public."expiry_extension" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "expiry_extension_caseId_index" on public."expiry_extension" using btree ("caseId") where "delFlag" = 'N';
create index "expiry_extension_newExpiredDate_index" on public."expiry_extension" using btree ("newExpiredDate", "id") where "delFlag" = 'N';
create index "expiry_extension_operator_index" on public."expiry_extension" using btree ("operator") where "delFlag" = 'N';
create index "expiry_extension_caseId$live_index" on public."expiry_extension" using btree ("caseId$live");

-- not in the database: supplier-in-finance: old.id is not a field of the row itself
-- not in the database: supplier-claimed: old.id is not a field of the row itself
-- not in the database: supplier-account-chosen: old.id is not a field of the row itself
-- not in the database: supplier-account-exists: old.id is not a field of the row itself
create table public."fund_claim" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "memoId" bigint not null,
  "detailId" bigint,
  "caseId" bigint,
  "paidChargeId" bigint,
  "recoveryId" bigint,
  "reimbursementId" bigint,
  "billId" bigint,
  "allocatedAmt" numeric(20,2) not null,
  "currency" text,
  "amount" numeric(20,2),
  "bnkSeqNum" text,
  "payerNme" text collate public."bordereau_zh",
  "payerBank" text collate public."bordereau_zh",
  "payerBnkAcctNum" text,
  "reversedFlag" text default 'N',
  "reversalOf" bigint,
  "remark" text collate public."bordereau_zh",
  "memoId$live" bigint generated always as (case when "delFlag" = 'N' then "memoId" end) stored,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "currency$live" text generated always as (case when "delFlag" = 'N' then "currency" end) stored,
  "reversalOf$live" bigint generated always as (case when "delFlag" = 'N' then "reversalOf" end) stored,
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  constraint "fund_claim_pkey" primary key ("id"),
  constraint "fund_claim_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "fund_claim_bnkSeqNum_kind" check (not "delFlag" = 'N' or (char_length("bnkSeqNum") <= 50)),
  constraint "fund_claim_payerNme_kind" check (not "delFlag" = 'N' or (char_length("payerNme") <= 200)),
  constraint "fund_claim_payerBank_kind" check (not "delFlag" = 'N' or (char_length("payerBank") <= 200)),
  constraint "fund_claim_payerBnkAcctNum_kind" check (not "delFlag" = 'N' or (char_length("payerBnkAcctNum") <= 34)),
  constraint "fund_claim_reversedFlag_kind" check (not "delFlag" = 'N' or ("reversedFlag" in ('Y', 'N'))),
  constraint "fund_claim_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 500)),
  constraint "fund_claim_case-or-bill_rule" check (not "delFlag" = 'N' or ((("caseId" is not null) <> ("billId" is not null)))),
  constraint "fund_claim_id_live" unique ("id$live")
);
create index "fund_claim_order_index" on public."fund_claim" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "fund_claim_memoId_index" on public."fund_claim" using btree ("memoId") where "delFlag" = 'N';
create index "fund_claim_detailId_index" on public."fund_claim" using btree ("detailId") where "delFlag" = 'N';
create index "fund_claim_caseId_index" on public."fund_claim" using btree ("caseId") where "delFlag" = 'N';
create index "fund_claim_billId_index" on public."fund_claim" using btree ("billId") where "delFlag" = 'N';
create index "fund_claim_paidChargeId_index" on public."fund_claim" using btree ("paidChargeId") where "delFlag" = 'N';
create index "fund_claim_recoveryId_index" on public."fund_claim" using btree ("recoveryId") where "delFlag" = 'N';
create index "fund_claim_reimbursementId_index" on public."fund_claim" using btree ("reimbursementId") where "delFlag" = 'N';
create index "fund_claim_memoId$live_index" on public."fund_claim" using btree ("memoId$live");
create index "fund_claim_search_index" on public."fund_claim" using gin ("bnkSeqNum" gin_trgm_ops) where "delFlag" = 'N';

create table public."operate_log" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "caseId" bigint not null,
  "caseType" text,
  "content" text,
  "remark" text collate public."bordereau_zh" not null,
  "operator" text,
  "date" date not null,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "operator$live" text generated always as (case when "delFlag" = 'N' then "operator" end) stored,
  constraint "operate_log_pkey" primary key ("id"),
  constraint "operate_log_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "operate_log_caseType_options" check (not "delFlag" = 'N' or ("caseType" in ('CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER'))),
  constraint "operate_log_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000))
);
create index "operate_log_order_index" on public."operate_log" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "operate_log_caseId_index" on public."operate_log" using btree ("caseId") where "delFlag" = 'N';
create index "operate_log_operator_index" on public."operate_log" using btree ("operator") where "delFlag" = 'N';
create index "operate_log_date_index" on public."operate_log" using btree ("date", "id") where "delFlag" = 'N';
create index "operate_log_caseId$live_index" on public."operate_log" using btree ("caseId$live");

-- not in the database: rate-listed: old.id is not a field of the row itself
-- not in the database: rate-plausible: old.id is not a field of the row itself
-- not in the database: rate-reason: old.id is not a field of the row itself
-- not in the database: charge-past: old.chargeDate is not a field of the row itself
-- not in the database: deductible-type: old.id is not a field of the row itself
-- not in the database: shares-entered: parent.bizType is not a field of the row itself
-- not in the database: on-bill: old.id is not a field of the row itself
-- not in the database: claimed-stays: old.id is not a field of the row itself
-- not in the database: in-receivable: old.id is not a field of the row itself
create table public."paid_charge" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "caseId" bigint not null,
  "bizType" text,
  "chargeStatus" text default 'ToBeClaim',
  "suppCde" text not null,
  "supplierSapId" text collate public."bordereau_zh",
  "supplierPartyId" bigint,
  "supplierAccountId" bigint,
  "chargeType" text not null,
  "chargeDate" date,
  "cur" text not null,
  "totalAmt" numeric(20,2) not null,
  "exchangeRate" numeric(18,8) not null,
  "usdAmt" numeric(20,2) not null,
  "tableRate" numeric(18,8),
  "tableUsdAmt" numeric(20,2),
  "rateDiffers" text,
  "rateReason" text collate public."bordereau_zh",
  "billCompany" text not null,
  "dueDate" date,
  "debitNote" text collate public."bordereau_zh",
  "isPayDirect" text default 'N',
  "isUncoverable" text default 'N',
  "isDeductibleNa" text default 'N',
  "deductibleId" text,
  "deductibleType" text,
  "calcType" text,
  "deductibleAllAmt" numeric(20,2),
  "deductibleUseAmt" numeric(20,2),
  "deductibleLeft" numeric(20,2),
  "deductibleKey" text collate public."bordereau_zh",
  "isReimburse" text default 'N',
  "reimburseNetAmount" numeric(20,2),
  "isRecovery" text default 'N',
  "custCde" jsonb,
  "reimbursementId" bigint,
  "recoveryId" bigint,
  "hmPct" numeric(9,4),
  "hmAmt" numeric(20,2),
  "piPct" numeric(9,4),
  "piAmt" numeric(20,2),
  "cntrPct" numeric(9,4),
  "cntrAmt" numeric(20,2),
  "ownerPct" numeric(9,4),
  "ownerAmt" numeric(20,2),
  "claimedAmt" numeric(20,2) default '0.00',
  "settlementBill" text,
  "writtenOffDate" date,
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "suppCde$live" text generated always as (case when "delFlag" = 'N' then "suppCde" end) stored,
  "supplierPartyId$live" bigint generated always as (case when "delFlag" = 'N' then "supplierPartyId" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "deductibleType$live" text generated always as (case when "delFlag" = 'N' then "deductibleType" end) stored,
  constraint "paid_charge_pkey" primary key ("id"),
  constraint "paid_charge_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "paid_charge_bizType_options" check (not "delFlag" = 'N' or ("bizType" in ('CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER'))),
  constraint "paid_charge_chargeStatus_state" check (not "delFlag" = 'N' or ("chargeStatus" in ('ToBeClaim', 'ToBeConfirmed', 'NotWriteOff', 'WrittenOff'))),
  constraint "paid_charge_supplierSapId_kind" check (not "delFlag" = 'N' or (char_length("supplierSapId") <= 50)),
  constraint "paid_charge_totalAmt_kind" check (not "delFlag" = 'N' or ("totalAmt" > '0')),
  constraint "paid_charge_exchangeRate_kind" check (not "delFlag" = 'N' or ("exchangeRate" > '0')),
  constraint "paid_charge_rateDiffers_kind" check (not "delFlag" = 'N' or ("rateDiffers" in ('Y', 'N'))),
  constraint "paid_charge_rateReason_kind" check (not "delFlag" = 'N' or (char_length("rateReason") <= 500)),
  constraint "paid_charge_debitNote_kind" check (not "delFlag" = 'N' or (char_length("debitNote") <= 100)),
  constraint "paid_charge_isPayDirect_kind" check (not "delFlag" = 'N' or ("isPayDirect" in ('Y', 'N'))),
  constraint "paid_charge_isUncoverable_kind" check (not "delFlag" = 'N' or ("isUncoverable" in ('Y', 'N'))),
  constraint "paid_charge_isDeductibleNa_options" check (not "delFlag" = 'N' or ("isDeductibleNa" in ('N', 'Y'))),
  constraint "paid_charge_deductibleId_kind" check (not "delFlag" = 'N' or (char_length("deductibleId") <= 50)),
  constraint "paid_charge_calcType_options" check (not "delFlag" = 'N' or ("calcType" in ('EVENT', 'VOYAGE'))),
  constraint "paid_charge_deductibleAllAmt_kind" check (not "delFlag" = 'N' or ("deductibleAllAmt" >= '0')),
  constraint "paid_charge_deductibleUseAmt_kind" check (not "delFlag" = 'N' or ("deductibleUseAmt" >= '0')),
  constraint "paid_charge_deductibleKey_kind" check (not "delFlag" = 'N' or (char_length("deductibleKey") <= 300)),
  constraint "paid_charge_isReimburse_kind" check (not "delFlag" = 'N' or ("isReimburse" in ('Y', 'N'))),
  constraint "paid_charge_isRecovery_kind" check (not "delFlag" = 'N' or ("isRecovery" in ('Y', 'N'))),
  constraint "paid_charge_custCde_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("custCde") = 'array' then not jsonb_path_exists("custCde", '$[*] ? (@.type() != "string")') and jsonb_array_length("custCde") <= 16 else "custCde" is null end)),
  constraint "paid_charge_hmPct_kind" check (not "delFlag" = 'N' or ("hmPct" >= '0' and "hmPct" <= '100')),
  constraint "paid_charge_hmAmt_kind" check (not "delFlag" = 'N' or ("hmAmt" >= '0')),
  constraint "paid_charge_piPct_kind" check (not "delFlag" = 'N' or ("piPct" >= '0' and "piPct" <= '100')),
  constraint "paid_charge_piAmt_kind" check (not "delFlag" = 'N' or ("piAmt" >= '0')),
  constraint "paid_charge_cntrPct_kind" check (not "delFlag" = 'N' or ("cntrPct" >= '0' and "cntrPct" <= '100')),
  constraint "paid_charge_cntrAmt_kind" check (not "delFlag" = 'N' or ("cntrAmt" >= '0')),
  constraint "paid_charge_ownerPct_kind" check (not "delFlag" = 'N' or ("ownerPct" >= '0' and "ownerPct" <= '100')),
  constraint "paid_charge_ownerAmt_kind" check (not "delFlag" = 'N' or ("ownerAmt" >= '0')),
  constraint "paid_charge_settlementBill_kind" check (not "delFlag" = 'N' or (char_length("settlementBill") <= 30)),
  constraint "paid_charge_claimed-within_order" check (not "delFlag" = 'N' or ("claimedAmt" <= "totalAmt")),
  constraint "paid_charge_percent-100_sum" check (not "delFlag" = 'N' or (num_nonnulls("hmPct", "piPct", "cntrPct", "ownerPct") = 0 or abs(coalesce("hmPct", 0) + coalesce("piPct", 0) + coalesce("cntrPct", 0) + coalesce("ownerPct", 0) - 100) <= 0)),
  constraint "paid_charge_amounts-total_sum" check (not "delFlag" = 'N' or (num_nonnulls("hmAmt", "piAmt", "cntrAmt", "ownerAmt") = 0 or abs(coalesce("hmAmt", 0) + coalesce("piAmt", 0) + coalesce("cntrAmt", 0) + coalesce("ownerAmt", 0) - "usdAmt") <= 0)),
  constraint "paid_charge_rate-of-the-dollar_rule" check (not "delFlag" = 'N' or ((("cur" = 'USD')) is not true or (("exchangeRate" = 1)))),
  constraint "paid_charge_deductible-method_rule" check (not "delFlag" = 'N' or ((("isDeductibleNa" = 'N')) is not true or (("calcType" is not null)))),
  constraint "paid_charge_deductible-id_rule" check (not "delFlag" = 'N' or ((("isDeductibleNa" = 'N')) is not true or (("deductibleId" is not null)))),
  constraint "paid_charge_recovery-customers_rule" check (not "delFlag" = 'N' or ((("isRecovery" = 'Y')) is not true or (("custCde" is not null)))),
  constraint "paid_charge_id_live" unique ("id$live")
);
create index "paid_charge_open-amount_index" on public."paid_charge" using btree ("billCompany", "cur", "totalAmt") where "delFlag" = 'N' and ((("chargeStatus" = 'ToBeClaim') and (not ("settlementBill" is not null))));
create index "paid_charge_open-party_index" on public."paid_charge" using btree ("billCompany", "cur", "suppCde", "totalAmt") where "delFlag" = 'N' and ((("chargeStatus" = 'ToBeClaim') and (not ("settlementBill" is not null))));
create index "paid_charge_order_index" on public."paid_charge" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "paid_charge_caseId_index" on public."paid_charge" using btree ("caseId") where "delFlag" = 'N';
create index "paid_charge_chargeType_index" on public."paid_charge" using btree ("chargeType") where "delFlag" = 'N';
create index "paid_charge_suppCde_index" on public."paid_charge" using btree ("suppCde") where "delFlag" = 'N';
create index "paid_charge_billCompany_index" on public."paid_charge" using btree ("billCompany") where "delFlag" = 'N';
create index "paid_charge_deductibleId_index" on public."paid_charge" using btree ("deductibleId") where "delFlag" = 'N';
create index "paid_charge_reimbursementId_index" on public."paid_charge" using btree ("reimbursementId") where "delFlag" = 'N';
create index "paid_charge_recoveryId_index" on public."paid_charge" using btree ("recoveryId") where "delFlag" = 'N';
create index "paid_charge_dueDate_index" on public."paid_charge" using btree ("dueDate", "id") where "delFlag" = 'N';
create index "paid_charge_caseId$live_index" on public."paid_charge" using btree ("caseId$live");
create index "paid_charge_search_index" on public."paid_charge" using gin ("settlementBill" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: rate-listed: old.id is not a field of the row itself
-- not in the database: rate-plausible: old.id is not a field of the row itself
-- not in the database: rate-reason: old.id is not a field of the row itself
-- not in the database: claimed-stays: old.id is not a field of the row itself
create table public."recovery_charge" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "caseId" bigint not null,
  "bizType" text,
  "chargeStatus" text default 'ToBeClaim',
  "custCde" text not null,
  "jointCustCde" jsonb,
  "costType" text not null,
  "recoveryDate" date,
  "cur" text not null,
  "total" numeric(20,2) not null,
  "compensationAmt" numeric(20,2),
  "rate" numeric(18,8) not null,
  "tableRate" numeric(18,8),
  "rateDiffers" text,
  "rateReason" text collate public."bordereau_zh",
  "usdAmt" numeric(20,2) not null,
  "billCompany" text not null,
  "claimedAmt" numeric(20,2) default '0.00',
  "writtenOffDate" date,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "custCde$live" text generated always as (case when "delFlag" = 'N' then "custCde" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  constraint "recovery_charge_pkey" primary key ("id"),
  constraint "recovery_charge_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "recovery_charge_bizType_options" check (not "delFlag" = 'N' or ("bizType" in ('CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER'))),
  constraint "recovery_charge_chargeStatus_state" check (not "delFlag" = 'N' or ("chargeStatus" in ('ToBeClaim', 'ToBeConfirmed', 'NotWriteOff', 'WrittenOff'))),
  constraint "recovery_charge_jointCustCde_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("jointCustCde") = 'array' then not jsonb_path_exists("jointCustCde", '$[*] ? (@.type() != "string")') and jsonb_array_length("jointCustCde") <= 15 else "jointCustCde" is null end)),
  constraint "recovery_charge_total_kind" check (not "delFlag" = 'N' or ("total" > '0')),
  constraint "recovery_charge_compensationAmt_kind" check (not "delFlag" = 'N' or ("compensationAmt" > '0')),
  constraint "recovery_charge_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0')),
  constraint "recovery_charge_rateDiffers_kind" check (not "delFlag" = 'N' or ("rateDiffers" in ('Y', 'N'))),
  constraint "recovery_charge_rateReason_kind" check (not "delFlag" = 'N' or (char_length("rateReason") <= 500)),
  constraint "recovery_charge_claimed-within_order" check (not "delFlag" = 'N' or ("claimedAmt" <= "compensationAmt")),
  constraint "recovery_charge_within-claim_rule" check (not "delFlag" = 'N' or (("compensationAmt" <= "total"))),
  constraint "recovery_charge_rate-of-the-dollar_rule" check (not "delFlag" = 'N' or ((("cur" = 'USD')) is not true or (("rate" = 1))))
);
create index "recovery_charge_open-amount_index" on public."recovery_charge" using btree ("billCompany", "cur", "compensationAmt") where "delFlag" = 'N' and (("chargeStatus" = 'NotWriteOff'));
create index "recovery_charge_open-party_index" on public."recovery_charge" using btree ("billCompany", "cur", "custCde", "compensationAmt") where "delFlag" = 'N' and (("chargeStatus" = 'NotWriteOff'));
create index "recovery_charge_order_index" on public."recovery_charge" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "recovery_charge_caseId_index" on public."recovery_charge" using btree ("caseId") where "delFlag" = 'N';
create index "recovery_charge_custCde_index" on public."recovery_charge" using btree ("custCde") where "delFlag" = 'N';
create index "recovery_charge_costType_index" on public."recovery_charge" using btree ("costType") where "delFlag" = 'N';
create index "recovery_charge_billCompany_index" on public."recovery_charge" using btree ("billCompany") where "delFlag" = 'N';
create index "recovery_charge_caseId$live_index" on public."recovery_charge" using btree ("caseId$live");

-- not in the database: rate-listed: old.id is not a field of the row itself
-- not in the database: rate-plausible: old.id is not a field of the row itself
-- not in the database: rate-reason: old.id is not a field of the row itself
-- not in the database: claimed-stays: old.id is not a field of the row itself
create table public."reimbursement" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "caseId" bigint not null,
  "claimStatus" text default 'ToBeClaim',
  "billCompany" text not null,
  "payerContactId" bigint,
  "claimDate" date not null,
  "claimCur" text not null,
  "claimAmt" numeric(20,2) not null,
  "compensationAmt" numeric(20,2),
  "exchangeRate" numeric(18,8) not null,
  "tableRate" numeric(18,8),
  "rateDiffers" text,
  "rateReason" text collate public."bordereau_zh",
  "usdAmt" numeric(20,2) not null,
  "claimedAmt" numeric(20,2) default '0.00',
  "writtenOffDate" date,
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "claimCur$live" text generated always as (case when "delFlag" = 'N' then "claimCur" end) stored,
  constraint "reimbursement_pkey" primary key ("id"),
  constraint "reimbursement_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "reimbursement_claimStatus_state" check (not "delFlag" = 'N' or ("claimStatus" in ('ToBeClaim', 'ToBeConfirmed', 'NotWriteOff', 'WrittenOff'))),
  constraint "reimbursement_claimAmt_kind" check (not "delFlag" = 'N' or ("claimAmt" > '0')),
  constraint "reimbursement_compensationAmt_kind" check (not "delFlag" = 'N' or ("compensationAmt" >= '0')),
  constraint "reimbursement_exchangeRate_kind" check (not "delFlag" = 'N' or ("exchangeRate" > '0')),
  constraint "reimbursement_rateDiffers_kind" check (not "delFlag" = 'N' or ("rateDiffers" in ('Y', 'N'))),
  constraint "reimbursement_rateReason_kind" check (not "delFlag" = 'N' or (char_length("rateReason") <= 500)),
  constraint "reimbursement_claimed-within_order" check (not "delFlag" = 'N' or ("claimedAmt" <= "compensationAmt")),
  constraint "reimbursement_rate-of-the-dollar_rule" check (not "delFlag" = 'N' or ((("claimCur" = 'USD')) is not true or (("exchangeRate" = 1)))),
  constraint "reimbursement_within-claim_rule" check (not "delFlag" = 'N' or (("compensationAmt" <= "claimAmt")))
);
create index "reimbursement_open-amount_index" on public."reimbursement" using btree ("billCompany", "claimCur", "compensationAmt") where "delFlag" = 'N' and (("claimStatus" = 'NotWriteOff'));
create index "reimbursement_order_index" on public."reimbursement" using btree ("claimDate" desc, "id" desc) where "delFlag" = 'N';
create index "reimbursement_caseId_index" on public."reimbursement" using btree ("caseId") where "delFlag" = 'N';
create index "reimbursement_billCompany_index" on public."reimbursement" using btree ("billCompany") where "delFlag" = 'N';
create index "reimbursement_payerContactId_index" on public."reimbursement" using btree ("payerContactId") where "delFlag" = 'N';
create index "reimbursement_caseId$live_index" on public."reimbursement" using btree ("caseId$live");

create table public."appeal" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "appellant" text collate public."bordereau_zh",
  "court" text collate public."bordereau_zh",
  "caseNo" text collate public."bordereau_zh",
  "deadline" date,
  "outcome" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  constraint "appeal_pkey" primary key ("id"),
  constraint "appeal_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "appeal_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "appeal_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "appeal_appellant_kind" check (not "delFlag" = 'N' or (char_length("appellant") <= 200)),
  constraint "appeal_court_kind" check (not "delFlag" = 'N' or (char_length("court") <= 100)),
  constraint "appeal_caseNo_kind" check (not "delFlag" = 'N' or (char_length("caseNo") <= 50)),
  constraint "appeal_outcome_kind" check (not "delFlag" = 'N' or (char_length("outcome") <= 1000))
);
create index "appeal_order_index" on public."appeal" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "appeal_ltgtId_index" on public."appeal" using btree ("ltgtId") where "delFlag" = 'N';
create index "appeal_deadline_index" on public."appeal" using btree ("deadline", "id") where "delFlag" = 'N';
create index "appeal_ltgtId$live_index" on public."appeal" using btree ("ltgtId$live");
create index "appeal_search_index" on public."appeal" using gin ("appellant" gin_trgm_ops, "caseNo" gin_trgm_ops) where "delFlag" = 'N';

create table public."case_summary" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "result" text collate public."bordereau_zh" not null,
  "finalAmt" numeric(20,2),
  "lessons" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  constraint "case_summary_pkey" primary key ("id"),
  constraint "case_summary_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "case_summary_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "case_summary_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "case_summary_result_kind" check (not "delFlag" = 'N' or (char_length("result") <= 2000)),
  constraint "case_summary_lessons_kind" check (not "delFlag" = 'N' or (char_length("lessons") <= 2000))
);
create index "case_summary_order_index" on public."case_summary" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "case_summary_ltgtId_index" on public."case_summary" using btree ("ltgtId") where "delFlag" = 'N';
create index "case_summary_ltgtId$live_index" on public."case_summary" using btree ("ltgtId$live");
create index "case_summary_search_index" on public."case_summary" using gin ("result" gin_trgm_ops) where "delFlag" = 'N';

create table public."cause_of_action" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "causeCode" text not null,
  "causeNameCh" text collate public."bordereau_zh" not null,
  "causeNameEn" text collate public."bordereau_zh",
  "parent" text,
  "part" text,
  "partNameCh" text collate public."bordereau_zh",
  "causeCode$live" text generated always as (case when "delFlag" = 'N' then "causeCode" end) stored,
  constraint "cause_of_action_pkey" primary key ("id"),
  constraint "cause_of_action_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "cause_of_action_causeCode_kind" check (not "delFlag" = 'N' or (char_length("causeCode") <= 20)),
  constraint "cause_of_action_causeNameCh_kind" check (not "delFlag" = 'N' or (char_length("causeNameCh") <= 200)),
  constraint "cause_of_action_causeNameEn_kind" check (not "delFlag" = 'N' or (char_length("causeNameEn") <= 200)),
  constraint "cause_of_action_parent_kind" check (not "delFlag" = 'N' or (char_length("parent") <= 20)),
  constraint "cause_of_action_part_kind" check (not "delFlag" = 'N' or (char_length("part") <= 20)),
  constraint "cause_of_action_partNameCh_kind" check (not "delFlag" = 'N' or (char_length("partNameCh") <= 200)),
  constraint "cause_of_action_cause-code_unique" unique ("causeCode$live")
);
create index "cause_of_action_order_index" on public."cause_of_action" using btree ("causeCode", "id") where "delFlag" = 'N';
create index "cause_of_action_search_index" on public."cause_of_action" using gin ("causeCode" gin_trgm_ops, "causeNameEn" gin_trgm_ops, "causeNameCh" gin_trgm_ops, "parent" gin_trgm_ops, "partNameCh" gin_trgm_ops) where "delFlag" = 'N';

create table public."counterclaim" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "amount" numeric(20,2),
  "cur" text,
  "rmbRate" numeric(18,8),
  "rmbAmount" numeric(20,2),
  "claimant" text collate public."bordereau_zh",
  "request" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  constraint "counterclaim_pkey" primary key ("id"),
  constraint "counterclaim_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "counterclaim_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "counterclaim_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "counterclaim_amount_kind" check (not "delFlag" = 'N' or ("amount" >= '0')),
  constraint "counterclaim_rmbRate_kind" check (not "delFlag" = 'N' or ("rmbRate" > '0')),
  constraint "counterclaim_claimant_kind" check (not "delFlag" = 'N' or (char_length("claimant") <= 200)),
  constraint "counterclaim_request_kind" check (not "delFlag" = 'N' or (char_length("request") <= 2000)),
  constraint "counterclaim_amount-currency_rule" check (not "delFlag" = 'N' or ((("amount" is not null)) is not true or (("cur" is not null))))
);
create index "counterclaim_order_index" on public."counterclaim" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "counterclaim_ltgtId_index" on public."counterclaim" using btree ("ltgtId") where "delFlag" = 'N';
create index "counterclaim_ltgtId$live_index" on public."counterclaim" using btree ("ltgtId$live");
create index "counterclaim_search_index" on public."counterclaim" using gin ("claimant" gin_trgm_ops) where "delFlag" = 'N';

create table public."court_record" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "court" text collate public."bordereau_zh",
  "hearingNo" integer,
  "judge" text collate public."bordereau_zh",
  "content" text collate public."bordereau_zh",
  "outcome" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  constraint "court_record_pkey" primary key ("id"),
  constraint "court_record_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "court_record_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "court_record_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "court_record_court_kind" check (not "delFlag" = 'N' or (char_length("court") <= 100)),
  constraint "court_record_hearingNo_kind" check (not "delFlag" = 'N' or ("hearingNo" >= '1' and "hearingNo" <= '99')),
  constraint "court_record_judge_kind" check (not "delFlag" = 'N' or (char_length("judge") <= 100)),
  constraint "court_record_content_kind" check (not "delFlag" = 'N' or (char_length("content") <= 4000)),
  constraint "court_record_outcome_kind" check (not "delFlag" = 'N' or (char_length("outcome") <= 1000))
);
create index "court_record_order_index" on public."court_record" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "court_record_ltgtId_index" on public."court_record" using btree ("ltgtId") where "delFlag" = 'N';
create index "court_record_ltgtId$live_index" on public."court_record" using btree ("ltgtId$live");
create index "court_record_search_index" on public."court_record" using gin ("court" gin_trgm_ops, "judge" gin_trgm_ops) where "delFlag" = 'N';

create table public."deadline_rule" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "deadlineKind" text not null,
  "foreignFlag" text default 'N' not null,
  "days" integer,
  "months" integer,
  "remark" text collate public."bordereau_zh",
  constraint "deadline_rule_pkey" primary key ("id"),
  constraint "deadline_rule_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "deadline_rule_deadlineKind_options" check (not "delFlag" = 'N' or ("deadlineKind" in ('DEFENCE', 'APPEAL', 'RETRIAL', 'ENFORCEMENT'))),
  constraint "deadline_rule_foreignFlag_kind" check (not "delFlag" = 'N' or ("foreignFlag" in ('Y', 'N'))),
  constraint "deadline_rule_days_kind" check (not "delFlag" = 'N' or ("days" >= '1' and "days" <= '3650')),
  constraint "deadline_rule_months_kind" check (not "delFlag" = 'N' or ("months" >= '1' and "months" <= '240')),
  constraint "deadline_rule_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "deadline_rule_days-or-months_rule" check (not "delFlag" = 'N' or ((("days" is not null) <> ("months" is not null))))
);
create unique index "deadline_rule_kind-foreign_unique" on public."deadline_rule" using btree ("deadlineKind", "foreignFlag") where "delFlag" = 'N';

create table public."enforcement" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "court" text collate public."bordereau_zh",
  "caseNo" text collate public."bordereau_zh",
  "amount" numeric(20,2),
  "enforcedAmt" numeric(20,2),
  "deadline" date,
  "outcome" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  constraint "enforcement_pkey" primary key ("id"),
  constraint "enforcement_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "enforcement_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "enforcement_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "enforcement_court_kind" check (not "delFlag" = 'N' or (char_length("court") <= 100)),
  constraint "enforcement_caseNo_kind" check (not "delFlag" = 'N' or (char_length("caseNo") <= 50)),
  constraint "enforcement_amount_kind" check (not "delFlag" = 'N' or ("amount" >= '0')),
  constraint "enforcement_enforcedAmt_kind" check (not "delFlag" = 'N' or ("enforcedAmt" >= '0')),
  constraint "enforcement_outcome_kind" check (not "delFlag" = 'N' or (char_length("outcome") <= 1000))
);
create index "enforcement_order_index" on public."enforcement" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "enforcement_ltgtId_index" on public."enforcement" using btree ("ltgtId") where "delFlag" = 'N';
create index "enforcement_deadline_index" on public."enforcement" using btree ("deadline", "id") where "delFlag" = 'N';
create index "enforcement_ltgtId$live_index" on public."enforcement" using btree ("ltgtId$live");
create index "enforcement_search_index" on public."enforcement" using gin ("court" gin_trgm_ops, "caseNo" gin_trgm_ops) where "delFlag" = 'N';

create table public."legal_document" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "amount" numeric(20,2),
  "cur" text,
  "rmbRate" numeric(18,8),
  "rmbAmount" numeric(20,2),
  "ltgtCd" text collate public."bordereau_zh",
  "ltgtStatus" text,
  "personInCharge" text,
  "deadlineDone" text default 'N',
  "docType" text not null,
  "instance" text default 'FIRST',
  "docNo" text collate public."bordereau_zh",
  "issuer" text collate public."bordereau_zh",
  "servedDate" date,
  "effectiveDate" date,
  "otherAppealDeadline" date,
  "appealDeadline" date,
  "otherRetrialDeadline" date,
  "retrialDeadline" date,
  "retrialDone" text default 'N',
  "deadline" date,
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "personInCharge$live" text generated always as (case when "delFlag" = 'N' then "personInCharge" end) stored,
  constraint "legal_document_pkey" primary key ("id"),
  constraint "legal_document_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "legal_document_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "legal_document_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "legal_document_amount_kind" check (not "delFlag" = 'N' or ("amount" >= '0')),
  constraint "legal_document_rmbRate_kind" check (not "delFlag" = 'N' or ("rmbRate" > '0')),
  constraint "legal_document_ltgtCd_kind" check (not "delFlag" = 'N' or (char_length("ltgtCd") <= 30)),
  constraint "legal_document_ltgtStatus_options" check (not "delFlag" = 'N' or ("ltgtStatus" in ('Draft', 'Filed', 'Trial', 'Judged', 'Appeal', 'Effective', 'Retrial', 'Enforcement', 'Performance', 'Withdrawn', 'Closed'))),
  constraint "legal_document_deadlineDone_kind" check (not "delFlag" = 'N' or ("deadlineDone" in ('Y', 'N'))),
  constraint "legal_document_docType_options" check (not "delFlag" = 'N' or ("docType" in ('JUDGMENT', 'MEDIATION', 'RULING', 'DECISION', 'AWARD', 'NOTICE', 'OTHER'))),
  constraint "legal_document_instance_options" check (not "delFlag" = 'N' or ("instance" in ('FIRST', 'APPEAL', 'RETRIAL'))),
  constraint "legal_document_docNo_kind" check (not "delFlag" = 'N' or (char_length("docNo") <= 50)),
  constraint "legal_document_issuer_kind" check (not "delFlag" = 'N' or (char_length("issuer") <= 100)),
  constraint "legal_document_retrialDone_kind" check (not "delFlag" = 'N' or ("retrialDone" in ('Y', 'N'))),
  constraint "legal_document_served-effective_order" check (not "delFlag" = 'N' or ("servedDate" <= "effectiveDate")),
  constraint "legal_document_amount-currency_rule" check (not "delFlag" = 'N' or ((("amount" is not null)) is not true or (("cur" is not null))))
);
create index "legal_document_order_index" on public."legal_document" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "legal_document_ltgtId_index" on public."legal_document" using btree ("ltgtId") where "delFlag" = 'N';
create index "legal_document_servedDate_index" on public."legal_document" using btree ("servedDate", "id") where "delFlag" = 'N';
create index "legal_document_effectiveDate_index" on public."legal_document" using btree ("effectiveDate", "id") where "delFlag" = 'N';
create index "legal_document_deadline_index" on public."legal_document" using btree ("deadline", "id") where "delFlag" = 'N';
create index "legal_document_ltgtId$live_index" on public."legal_document" using btree ("ltgtId$live");
create index "legal_document_search_index" on public."legal_document" using gin ("docNo" gin_trgm_ops) where "delFlag" = 'N';

create table public."litigation_amount" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "type" text not null,
  "currency" text not null,
  "amount" numeric(20,2) not null,
  "rmbRate" numeric(18,8) not null,
  "rateDate" date,
  "rmbAmount" numeric(20,2) not null,
  "remark" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  "currency$live" text generated always as (case when "delFlag" = 'N' then "currency" end) stored,
  constraint "litigation_amount_pkey" primary key ("id"),
  constraint "litigation_amount_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "litigation_amount_type_options" check (not "delFlag" = 'N' or ("type" in ('TARGET', 'COURTFEE', 'LAWYERFEE', 'PRESERVATION', 'APPRAISAL', 'INTEREST', 'OTHER'))),
  constraint "litigation_amount_amount_kind" check (not "delFlag" = 'N' or ("amount" >= '0')),
  constraint "litigation_amount_rmbRate_kind" check (not "delFlag" = 'N' or ("rmbRate" > '0')),
  constraint "litigation_amount_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "litigation_amount_rmb-product_rule" check (not "delFlag" = 'N' or (("rmbAmount" = round(("amount" * "rmbRate")::numeric, 2))))
);
create index "litigation_amount_order_index" on public."litigation_amount" using btree ("type", "amount" desc, "id" desc) where "delFlag" = 'N';
create index "litigation_amount_ltgtId_index" on public."litigation_amount" using btree ("ltgtId") where "delFlag" = 'N';
create index "litigation_amount_currency_index" on public."litigation_amount" using btree ("currency") where "delFlag" = 'N';
create index "litigation_amount_ltgtId$live_index" on public."litigation_amount" using btree ("ltgtId$live");

create table public."litigation_case" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtCd" text not null,
  "ltgtName" text collate public."bordereau_zh" not null,
  "subCompany" text not null,
  "involvedCompany" text,
  "personInCharge" text not null,
  "belongMonth" text not null,
  "icsRef" text,
  "ltgtStatus" text default 'Draft',
  "startDate" date,
  "endDate" date,
  "summaryDescription" text collate public."bordereau_zh",
  "ltgtType" text,
  "linkedCaseNo" jsonb,
  "linkedCaseType" jsonb,
  "undertakers" jsonb,
  "plaintiffs" text collate public."bordereau_zh",
  "defendants" text collate public."bordereau_zh",
  "thirdParties" text collate public."bordereau_zh",
  "foreignFlag" text,
  "filedOn" date,
  "judgedOn" date,
  "appealedOn" date,
  "withdrawnOn" date,
  "retrialOn" date,
  "enforcedOn" date,
  "summarisedOn" date,
  "openPerformances" integer,
  "performanceDue" date,
  "appealDeadline" date,
  "retrialDeadline" date,
  "enforcementDeadline" date,
  "defenceDue" date,
  "judgmentDue" date,
  "enforcementDue" date,
  "nextDeadline" date,
  "targetAmt" numeric(20,2),
  "claimedAmt" numeric(20,2),
  "adjudgedAmt" numeric(20,2),
  "performedAmt" numeric(20,2),
  "outstandingAmt" numeric(20,2),
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "subCompany$live" text generated always as (case when "delFlag" = 'N' then "subCompany" end) stored,
  "involvedCompany$live" text generated always as (case when "delFlag" = 'N' then "involvedCompany" end) stored,
  "personInCharge$live" text generated always as (case when "delFlag" = 'N' then "personInCharge" end) stored,
  constraint "litigation_case_pkey" primary key ("id"),
  constraint "litigation_case_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "litigation_case_ltgtCd_kind" check (not "delFlag" = 'N' or (char_length("ltgtCd") <= 30)),
  constraint "litigation_case_ltgtName_kind" check (not "delFlag" = 'N' or (char_length("ltgtName") <= 50)),
  constraint "litigation_case_belongMonth_kind" check (not "delFlag" = 'N' or ("belongMonth" ~ '^[0-9]{4}(0[1-9]|1[0-2])$')),
  constraint "litigation_case_icsRef_kind" check (not "delFlag" = 'N' or (char_length("icsRef") <= 50)),
  constraint "litigation_case_ltgtStatus_state" check (not "delFlag" = 'N' or ("ltgtStatus" in ('Draft', 'Filed', 'Trial', 'Judged', 'Appeal', 'Effective', 'Retrial', 'Enforcement', 'Performance', 'Withdrawn', 'Closed'))),
  constraint "litigation_case_summaryDescription_kind" check (not "delFlag" = 'N' or (char_length("summaryDescription") <= 2000)),
  constraint "litigation_case_ltgtType_kind" check (not "delFlag" = 'N' or (char_length("ltgtType") <= 20)),
  constraint "litigation_case_linkedCaseNo_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("linkedCaseNo") = 'array' then not jsonb_path_exists("linkedCaseNo", '$[*] ? (@.type() != "string")') and jsonb_array_length("linkedCaseNo") <= 50 else "linkedCaseNo" is null end)),
  constraint "litigation_case_linkedCaseType_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("linkedCaseType") = 'array' then not jsonb_path_exists("linkedCaseType", '$[*] ? (@.type() != "string")') else "linkedCaseType" is null end)),
  constraint "litigation_case_linkedCaseType_options" check (not "delFlag" = 'N' or ("linkedCaseType" <@ '["CARGO","PERSON","HULL","VSLOTHER","OTHER"]'::jsonb)),
  constraint "litigation_case_undertakers_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("undertakers") = 'array' then not jsonb_path_exists("undertakers", '$[*] ? (@.type() != "string")') else "undertakers" is null end)),
  constraint "litigation_case_plaintiffs_kind" check (not "delFlag" = 'N' or (char_length("plaintiffs") <= 1000)),
  constraint "litigation_case_defendants_kind" check (not "delFlag" = 'N' or (char_length("defendants") <= 1000)),
  constraint "litigation_case_thirdParties_kind" check (not "delFlag" = 'N' or (char_length("thirdParties") <= 1000)),
  constraint "litigation_case_foreignFlag_kind" check (not "delFlag" = 'N' or ("foreignFlag" in ('Y', 'N'))),
  constraint "litigation_case_start-end_order" check (not "delFlag" = 'N' or ("startDate" <= "endDate")),
  constraint "litigation_case_id_live" unique ("id$live")
);
create unique index "litigation_case_case-no_unique" on public."litigation_case" using btree ("ltgtCd") where "delFlag" = 'N';
create index "litigation_case_order_index" on public."litigation_case" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "litigation_case_subCompany_index" on public."litigation_case" using btree ("subCompany") where "delFlag" = 'N';
create index "litigation_case_involvedCompany_index" on public."litigation_case" using btree ("involvedCompany") where "delFlag" = 'N';
create index "litigation_case_personInCharge_index" on public."litigation_case" using btree ("personInCharge") where "delFlag" = 'N';
create index "litigation_case_nextDeadline_index" on public."litigation_case" using btree ("nextDeadline", "id") where "delFlag" = 'N';
create index "litigation_case_performanceDue_index" on public."litigation_case" using btree ("performanceDue", "id") where "delFlag" = 'N';
create index "litigation_case_filedOn_index" on public."litigation_case" using btree ("filedOn", "id") where "delFlag" = 'N';
create index "litigation_case_search_index" on public."litigation_case" using gin ("ltgtCd" gin_trgm_ops, "ltgtName" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: target-total: parent.targetAmt is not a field of the row itself
create table public."litigation_filing" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtCd" text collate public."bordereau_zh",
  "ltgtStatus" text,
  "personInCharge" text,
  "deadlineDone" text default 'N',
  "ltgtId" bigint not null,
  "ltgtType" text default 'FIRST' not null,
  "ltgtSolution" text,
  "foreignFlag" text default 'N',
  "ltgtNature" text,
  "ltgtIdentity" text,
  "ltgCause" text,
  "selfDefinedCause" text collate public."bordereau_zh",
  "fillingAgency" text collate public."bordereau_zh",
  "fillingDate" date not null,
  "caseNo" text collate public."bordereau_zh",
  "hireLawyerFlag" text default 'N',
  "lawyers" text collate public."bordereau_zh",
  "plaintiff" text collate public."bordereau_zh" not null,
  "defendant" text collate public."bordereau_zh" not null,
  "thirdpart" text collate public."bordereau_zh",
  "caseDescription" text collate public."bordereau_zh" not null,
  "request" text collate public."bordereau_zh" not null,
  "totalTargetAmt" numeric(20,2) not null,
  "otherDefenceDeadline" date,
  "defenceDeadline" date,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "personInCharge$live" text generated always as (case when "delFlag" = 'N' then "personInCharge" end) stored,
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  "ltgCause$live" text generated always as (case when "delFlag" = 'N' then "ltgCause" end) stored,
  constraint "litigation_filing_pkey" primary key ("id"),
  constraint "litigation_filing_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "litigation_filing_ltgtCd_kind" check (not "delFlag" = 'N' or (char_length("ltgtCd") <= 30)),
  constraint "litigation_filing_ltgtStatus_options" check (not "delFlag" = 'N' or ("ltgtStatus" in ('Draft', 'Filed', 'Trial', 'Judged', 'Appeal', 'Effective', 'Retrial', 'Enforcement', 'Performance', 'Withdrawn', 'Closed'))),
  constraint "litigation_filing_deadlineDone_kind" check (not "delFlag" = 'N' or ("deadlineDone" in ('Y', 'N'))),
  constraint "litigation_filing_ltgtType_options" check (not "delFlag" = 'N' or ("ltgtType" in ('FIRST', 'APPEAL', 'RETRIAL'))),
  constraint "litigation_filing_ltgtSolution_kind" check (not "delFlag" = 'N' or (char_length("ltgtSolution") <= 20)),
  constraint "litigation_filing_foreignFlag_kind" check (not "delFlag" = 'N' or ("foreignFlag" in ('Y', 'N'))),
  constraint "litigation_filing_ltgtNature_kind" check (not "delFlag" = 'N' or (char_length("ltgtNature") <= 20)),
  constraint "litigation_filing_ltgtIdentity_options" check (not "delFlag" = 'N' or ("ltgtIdentity" in ('PLAINTIFF', 'DEFENDANT', 'THIRDPARTY'))),
  constraint "litigation_filing_selfDefinedCause_kind" check (not "delFlag" = 'N' or (char_length("selfDefinedCause") <= 10)),
  constraint "litigation_filing_fillingAgency_kind" check (not "delFlag" = 'N' or (char_length("fillingAgency") <= 16)),
  constraint "litigation_filing_caseNo_kind" check (not "delFlag" = 'N' or (char_length("caseNo") <= 50)),
  constraint "litigation_filing_hireLawyerFlag_kind" check (not "delFlag" = 'N' or ("hireLawyerFlag" in ('Y', 'N'))),
  constraint "litigation_filing_lawyers_kind" check (not "delFlag" = 'N' or (char_length("lawyers") <= 20)),
  constraint "litigation_filing_plaintiff_kind" check (not "delFlag" = 'N' or (char_length("plaintiff") <= 200)),
  constraint "litigation_filing_defendant_kind" check (not "delFlag" = 'N' or (char_length("defendant") <= 200)),
  constraint "litigation_filing_thirdpart_kind" check (not "delFlag" = 'N' or (char_length("thirdpart") <= 200)),
  constraint "litigation_filing_caseDescription_kind" check (not "delFlag" = 'N' or (char_length("caseDescription") <= 2000)),
  constraint "litigation_filing_request_kind" check (not "delFlag" = 'N' or (char_length("request") <= 2000)),
  constraint "litigation_filing_totalTargetAmt_kind" check (not "delFlag" = 'N' or ("totalTargetAmt" >= '0')),
  constraint "litigation_filing_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "litigation_filing_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "litigation_filing_own-cause_rule" check (not "delFlag" = 'N' or ((("ltgCause" = 'OTHER')) is not true or (("selfDefinedCause" is not null)))),
  constraint "litigation_filing_lawyers-named_rule" check (not "delFlag" = 'N' or ((("hireLawyerFlag" = 'Y')) is not true or (("lawyers" is not null))))
);
create unique index "litigation_filing_instance_unique" on public."litigation_filing" using btree ("ltgtId", "ltgtType") where "delFlag" = 'N';
create index "litigation_filing_order_index" on public."litigation_filing" using btree ("fillingDate" desc, "id" desc) where "delFlag" = 'N';
create index "litigation_filing_ltgCause_index" on public."litigation_filing" using btree ("ltgCause") where "delFlag" = 'N';
create index "litigation_filing_defenceDeadline_index" on public."litigation_filing" using btree ("defenceDeadline", "id") where "delFlag" = 'N';
create index "litigation_filing_ltgtId$live_index" on public."litigation_filing" using btree ("ltgtId$live");
create index "litigation_filing_search_index" on public."litigation_filing" using gin ("fillingAgency" gin_trgm_ops, "caseNo" gin_trgm_ops, "plaintiff" gin_trgm_ops, "defendant" gin_trgm_ops) where "delFlag" = 'N';

create table public."litigation_meeting" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "place" text collate public."bordereau_zh",
  "attendees" text collate public."bordereau_zh",
  "resolution" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  constraint "litigation_meeting_pkey" primary key ("id"),
  constraint "litigation_meeting_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "litigation_meeting_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "litigation_meeting_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "litigation_meeting_place_kind" check (not "delFlag" = 'N' or (char_length("place") <= 100)),
  constraint "litigation_meeting_attendees_kind" check (not "delFlag" = 'N' or (char_length("attendees") <= 500)),
  constraint "litigation_meeting_resolution_kind" check (not "delFlag" = 'N' or (char_length("resolution") <= 2000))
);
create index "litigation_meeting_order_index" on public."litigation_meeting" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "litigation_meeting_ltgtId_index" on public."litigation_meeting" using btree ("ltgtId") where "delFlag" = 'N';
create index "litigation_meeting_ltgtId$live_index" on public."litigation_meeting" using btree ("ltgtId$live");
create index "litigation_meeting_search_index" on public."litigation_meeting" using gin ("place" gin_trgm_ops) where "delFlag" = 'N';

create table public."litigation_party" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "partyType" text not null,
  "partyName" text collate public."bordereau_zh" not null,
  "lawFirm" text collate public."bordereau_zh",
  "lawyer" text collate public."bordereau_zh",
  "phone" text,
  "email" text,
  "address" text collate public."bordereau_zh",
  "remark" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  constraint "litigation_party_pkey" primary key ("id"),
  constraint "litigation_party_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "litigation_party_partyType_options" check (not "delFlag" = 'N' or ("partyType" in ('PLAINTIFF', 'DEFENDANT', 'THIRDPARTY'))),
  constraint "litigation_party_partyName_kind" check (not "delFlag" = 'N' or (char_length("partyName") <= 200)),
  constraint "litigation_party_lawFirm_kind" check (not "delFlag" = 'N' or (char_length("lawFirm") <= 100)),
  constraint "litigation_party_lawyer_kind" check (not "delFlag" = 'N' or (char_length("lawyer") <= 100)),
  constraint "litigation_party_phone_kind" check (not "delFlag" = 'N' or (char_length("phone") <= 50)),
  constraint "litigation_party_email_kind" check (not "delFlag" = 'N' or (char_length("email") <= 254)),
  constraint "litigation_party_address_kind" check (not "delFlag" = 'N' or (char_length("address") <= 200)),
  constraint "litigation_party_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000))
);
create unique index "litigation_party_party_unique" on public."litigation_party" using btree ("ltgtId", "partyType", "partyName") where "delFlag" = 'N';
create index "litigation_party_order_index" on public."litigation_party" using btree ("partyType", "partyName", "id") where "delFlag" = 'N';
create index "litigation_party_ltgtId$live_index" on public."litigation_party" using btree ("ltgtId$live");
create index "litigation_party_search_index" on public."litigation_party" using gin ("partyName" gin_trgm_ops) where "delFlag" = 'N';

create table public."performance" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "amount" numeric(20,2) not null,
  "cur" text not null,
  "rmbRate" numeric(18,8),
  "rmbAmount" numeric(20,2),
  "ltgtCd" text collate public."bordereau_zh",
  "ltgtStatus" text,
  "personInCharge" text,
  "deadlineDone" text default 'N',
  "payer" text collate public."bordereau_zh" not null,
  "dueDate" date not null,
  "performedAmt" numeric(20,2) default '0.00',
  "performedDate" date,
  "rmbPerformed" numeric(20,2),
  "performStatus" text default 'Open',
  "otherEnforcementDeadline" date,
  "enforcementDeadline" date,
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "personInCharge$live" text generated always as (case when "delFlag" = 'N' then "personInCharge" end) stored,
  constraint "performance_pkey" primary key ("id"),
  constraint "performance_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "performance_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "performance_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "performance_amount_kind" check (not "delFlag" = 'N' or ("amount" >= '0')),
  constraint "performance_rmbRate_kind" check (not "delFlag" = 'N' or ("rmbRate" > '0')),
  constraint "performance_ltgtCd_kind" check (not "delFlag" = 'N' or (char_length("ltgtCd") <= 30)),
  constraint "performance_ltgtStatus_options" check (not "delFlag" = 'N' or ("ltgtStatus" in ('Draft', 'Filed', 'Trial', 'Judged', 'Appeal', 'Effective', 'Retrial', 'Enforcement', 'Performance', 'Withdrawn', 'Closed'))),
  constraint "performance_deadlineDone_kind" check (not "delFlag" = 'N' or ("deadlineDone" in ('Y', 'N'))),
  constraint "performance_payer_kind" check (not "delFlag" = 'N' or (char_length("payer") <= 200)),
  constraint "performance_performedAmt_kind" check (not "delFlag" = 'N' or ("performedAmt" >= '0')),
  constraint "performance_performStatus_state" check (not "delFlag" = 'N' or ("performStatus" in ('Open', 'Done'))),
  constraint "performance_performed-within_order" check (not "delFlag" = 'N' or ("performedAmt" <= "amount")),
  constraint "performance_wholly-performed_rule" check (not "delFlag" = 'N' or ((("performStatus" = 'Done')) is not true or (("performedAmt" = "amount"))))
);
create index "performance_order_index" on public."performance" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "performance_ltgtId_index" on public."performance" using btree ("ltgtId") where "delFlag" = 'N';
create index "performance_dueDate_index" on public."performance" using btree ("dueDate", "id") where "delFlag" = 'N';
create index "performance_enforcementDeadline_index" on public."performance" using btree ("enforcementDeadline", "id") where "delFlag" = 'N';
create index "performance_ltgtId$live_index" on public."performance" using btree ("ltgtId$live");
create index "performance_search_index" on public."performance" using gin ("payer" gin_trgm_ops) where "delFlag" = 'N';

create table public."retrial" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "applicant" text collate public."bordereau_zh",
  "court" text collate public."bordereau_zh",
  "deadline" date,
  "outcome" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  constraint "retrial_pkey" primary key ("id"),
  constraint "retrial_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "retrial_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "retrial_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "retrial_applicant_kind" check (not "delFlag" = 'N' or (char_length("applicant") <= 200)),
  constraint "retrial_court_kind" check (not "delFlag" = 'N' or (char_length("court") <= 100)),
  constraint "retrial_outcome_kind" check (not "delFlag" = 'N' or (char_length("outcome") <= 1000))
);
create index "retrial_order_index" on public."retrial" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "retrial_ltgtId_index" on public."retrial" using btree ("ltgtId") where "delFlag" = 'N';
create index "retrial_deadline_index" on public."retrial" using btree ("deadline", "id") where "delFlag" = 'N';
create index "retrial_ltgtId$live_index" on public."retrial" using btree ("ltgtId$live");
create index "retrial_search_index" on public."retrial" using gin ("applicant" gin_trgm_ops) where "delFlag" = 'N';

create table public."undertaker" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "userCde" text not null,
  "company" text,
  "from" date not null,
  "to" date,
  "active" text,
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  "userCde$live" text generated always as (case when "delFlag" = 'N' then "userCde" end) stored,
  "company$live" text generated always as (case when "delFlag" = 'N' then "company" end) stored,
  constraint "undertaker_pkey" primary key ("id"),
  constraint "undertaker_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "undertaker_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "undertaker_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "undertaker_active_kind" check (not "delFlag" = 'N' or ("active" in ('Y', 'N'))),
  constraint "undertaker_from-to_order" check (not "delFlag" = 'N' or ("from" <= "to")),
  constraint "undertaker_one-period_overlap" exclude using gist ("ltgtId" with =, "userCde" with =, (case when "to" is null or "from" <= "to" then daterange("from", "to", '[]') end) with &&) where ("delFlag" = 'N' and "from" is not null)
);
create index "undertaker_order_index" on public."undertaker" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "undertaker_ltgtId_index" on public."undertaker" using btree ("ltgtId") where "delFlag" = 'N';
create index "undertaker_userCde_index" on public."undertaker" using btree ("userCde") where "delFlag" = 'N';
create index "undertaker_company_index" on public."undertaker" using btree ("company") where "delFlag" = 'N';
create index "undertaker_from_index" on public."undertaker" using btree ("from", "id") where "delFlag" = 'N';
create index "undertaker_to_index" on public."undertaker" using btree ("to", "id") where "delFlag" = 'N';
create index "undertaker_ltgtId$live_index" on public."undertaker" using btree ("ltgtId$live");

create table public."withdrawal" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "ltgtId" bigint not null,
  "date" date not null,
  "remark" text collate public."bordereau_zh",
  "attachments" jsonb,
  "applicant" text collate public."bordereau_zh",
  "reason" text collate public."bordereau_zh",
  "outcome" text collate public."bordereau_zh",
  "ltgtId$live" bigint generated always as (case when "delFlag" = 'N' then "ltgtId" end) stored,
  constraint "withdrawal_pkey" primary key ("id"),
  constraint "withdrawal_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "withdrawal_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "withdrawal_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 50 else "attachments" is null end)),
  constraint "withdrawal_applicant_kind" check (not "delFlag" = 'N' or (char_length("applicant") <= 200)),
  constraint "withdrawal_reason_kind" check (not "delFlag" = 'N' or (char_length("reason") <= 1000)),
  constraint "withdrawal_outcome_kind" check (not "delFlag" = 'N' or (char_length("outcome") <= 1000))
);
create index "withdrawal_order_index" on public."withdrawal" using btree ("date" desc, "id" desc) where "delFlag" = 'N';
create index "withdrawal_ltgtId_index" on public."withdrawal" using btree ("ltgtId") where "delFlag" = 'N';
create index "withdrawal_ltgtId$live_index" on public."withdrawal" using btree ("ltgtId$live");
create index "withdrawal_search_index" on public."withdrawal" using gin ("applicant" gin_trgm_ops) where "delFlag" = 'N';

create table public."customer_order" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "code" text not null,
  "name" text collate public."bordereau_zh" not null,
  "sku" text,
  "quantity" numeric(18,3) not null,
  "date" date not null,
  "status" text default 'Processing' not null,
  "remark" text collate public."bordereau_zh",
  "sku$live" text generated always as (case when "delFlag" = 'N' then "sku" end) stored,
  "code$live" text generated always as (case when "delFlag" = 'N' then "code" end) stored,
  constraint "customer_order_pkey" primary key ("id"),
  constraint "customer_order_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "customer_order_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 30)),
  constraint "customer_order_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 200)),
  constraint "customer_order_quantity_kind" check (not "delFlag" = 'N' or ("quantity" >= '0')),
  constraint "customer_order_status_options" check (not "delFlag" = 'N' or ("status" in ('Processing', 'Quoted', 'Done', 'Cancelled'))),
  constraint "customer_order_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "customer_order_customer-order-code_unique" unique ("code$live")
);
create index "customer_order_order_index" on public."customer_order" using btree ("code", "id") where "delFlag" = 'N';
create index "customer_order_sku_index" on public."customer_order" using btree ("sku") where "delFlag" = 'N';
create index "customer_order_date_index" on public."customer_order" using btree ("date", "id") where "delFlag" = 'N';
create index "customer_order_search_index" on public."customer_order" using gin ("code" gin_trgm_ops, "name" gin_trgm_ops) where "delFlag" = 'N';

create table public."customs_broker" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "code" text not null,
  "name" text collate public."bordereau_zh" not null,
  "contacts" text collate public."bordereau_zh",
  "contactsPhone" text,
  "contactsMail" text,
  "remark" text collate public."bordereau_zh",
  "code$live" text generated always as (case when "delFlag" = 'N' then "code" end) stored,
  constraint "customs_broker_pkey" primary key ("id"),
  constraint "customs_broker_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "customs_broker_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 30)),
  constraint "customs_broker_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 200)),
  constraint "customs_broker_contacts_kind" check (not "delFlag" = 'N' or (char_length("contacts") <= 100)),
  constraint "customs_broker_contactsPhone_kind" check (not "delFlag" = 'N' or (char_length("contactsPhone") <= 50)),
  constraint "customs_broker_contactsMail_kind" check (not "delFlag" = 'N' or (char_length("contactsMail") <= 254)),
  constraint "customs_broker_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "customs_broker_customs-broker-code_unique" unique ("code$live")
);
create index "customs_broker_order_index" on public."customs_broker" using btree ("code", "id") where "delFlag" = 'N';
create index "customs_broker_search_index" on public."customs_broker" using gin ("code" gin_trgm_ops, "name" gin_trgm_ops, "contacts" gin_trgm_ops, "contactsPhone" gin_trgm_ops, "contactsMail" gin_trgm_ops) where "delFlag" = 'N';

create table public."customs_type" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "code" text not null,
  "name" text collate public."bordereau_zh" not null,
  "nameCh" text collate public."bordereau_zh",
  "remark" text collate public."bordereau_zh",
  "code$live" text generated always as (case when "delFlag" = 'N' then "code" end) stored,
  constraint "customs_type_pkey" primary key ("id"),
  constraint "customs_type_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "customs_type_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 30)),
  constraint "customs_type_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 200)),
  constraint "customs_type_nameCh_kind" check (not "delFlag" = 'N' or (char_length("nameCh") <= 200)),
  constraint "customs_type_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "customs_type_customs-type-code_unique" unique ("code$live")
);
create index "customs_type_order_index" on public."customs_type" using btree ("code", "id") where "delFlag" = 'N';
create index "customs_type_search_index" on public."customs_type" using gin ("code" gin_trgm_ops, "name" gin_trgm_ops, "nameCh" gin_trgm_ops) where "delFlag" = 'N';

create table public."goods" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "sku" text not null,
  "name" text collate public."bordereau_zh" not null,
  "hsCode" text,
  "unit" text,
  "originCountry" text,
  "remark" text collate public."bordereau_zh",
  "sku$live" text generated always as (case when "delFlag" = 'N' then "sku" end) stored,
  "hsCode$live" text generated always as (case when "delFlag" = 'N' then "hsCode" end) stored,
  "originCountry$live" text generated always as (case when "delFlag" = 'N' then "originCountry" end) stored,
  constraint "goods_pkey" primary key ("id"),
  constraint "goods_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "goods_sku_kind" check (not "delFlag" = 'N' or (char_length("sku") <= 50)),
  constraint "goods_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 200)),
  constraint "goods_unit_kind" check (not "delFlag" = 'N' or (char_length("unit") <= 50)),
  constraint "goods_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "goods_goods-code_unique" unique ("sku$live")
);
create index "goods_order_index" on public."goods" using btree ("sku", "id") where "delFlag" = 'N';
create index "goods_hsCode_index" on public."goods" using btree ("hsCode") where "delFlag" = 'N';
create index "goods_originCountry_index" on public."goods" using btree ("originCountry") where "delFlag" = 'N';
create index "goods_search_index" on public."goods" using gin ("sku" gin_trgm_ops, "name" gin_trgm_ops) where "delFlag" = 'N';

create table public."hs_code" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "hsCode" text not null,
  "name" text collate public."bordereau_zh" not null,
  "nameCh" text collate public."bordereau_zh",
  "unit" text,
  "remark" text collate public."bordereau_zh",
  "hsCode$live" text generated always as (case when "delFlag" = 'N' then "hsCode" end) stored,
  constraint "hs_code_pkey" primary key ("id"),
  constraint "hs_code_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "hs_code_hsCode_kind" check (not "delFlag" = 'N' or (char_length("hsCode") <= 10 and "hsCode" ~ '^[0-9]{2}([0-9]{2}){0,4}$')),
  constraint "hs_code_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 1000)),
  constraint "hs_code_nameCh_kind" check (not "delFlag" = 'N' or (char_length("nameCh") <= 1000)),
  constraint "hs_code_unit_kind" check (not "delFlag" = 'N' or (char_length("unit") <= 50)),
  constraint "hs_code_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "hs_code_hs-code-code_unique" unique ("hsCode$live")
);
create index "hs_code_order_index" on public."hs_code" using btree ("hsCode", "id") where "delFlag" = 'N';
create index "hs_code_search_index" on public."hs_code" using gin ("hsCode" gin_trgm_ops, "name" gin_trgm_ops, "nameCh" gin_trgm_ops) where "delFlag" = 'N';

create table public."inbound_order" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "code" text not null,
  "name" text collate public."bordereau_zh" not null,
  "sku" text,
  "customsBroker" text,
  "customsType" text,
  "quantity" numeric(18,3) not null,
  "date" date not null,
  "status" text default 'Draft' not null,
  "remark" text collate public."bordereau_zh",
  "sku$live" text generated always as (case when "delFlag" = 'N' then "sku" end) stored,
  "customsBroker$live" text generated always as (case when "delFlag" = 'N' then "customsBroker" end) stored,
  "customsType$live" text generated always as (case when "delFlag" = 'N' then "customsType" end) stored,
  constraint "inbound_order_pkey" primary key ("id"),
  constraint "inbound_order_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "inbound_order_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 30)),
  constraint "inbound_order_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 200)),
  constraint "inbound_order_quantity_kind" check (not "delFlag" = 'N' or ("quantity" >= '0')),
  constraint "inbound_order_status_options" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Arrived', 'Done', 'Cancelled'))),
  constraint "inbound_order_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000))
);
create unique index "inbound_order_inbound-order-code_unique" on public."inbound_order" using btree ("code") where "delFlag" = 'N';
create index "inbound_order_sku_index" on public."inbound_order" using btree ("sku") where "delFlag" = 'N';
create index "inbound_order_customsBroker_index" on public."inbound_order" using btree ("customsBroker") where "delFlag" = 'N';
create index "inbound_order_customsType_index" on public."inbound_order" using btree ("customsType") where "delFlag" = 'N';
create index "inbound_order_date_index" on public."inbound_order" using btree ("date", "id") where "delFlag" = 'N';
create index "inbound_order_search_index" on public."inbound_order" using gin ("code" gin_trgm_ops, "name" gin_trgm_ops) where "delFlag" = 'N';

create table public."inventory" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "code" text not null,
  "name" text collate public."bordereau_zh" not null,
  "sku" text,
  "warehouse" text collate public."bordereau_zh",
  "quantity" numeric(18,3) not null,
  "date" date not null,
  "status" text default 'InStock' not null,
  "remark" text collate public."bordereau_zh",
  "sku$live" text generated always as (case when "delFlag" = 'N' then "sku" end) stored,
  constraint "inventory_pkey" primary key ("id"),
  constraint "inventory_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "inventory_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 30)),
  constraint "inventory_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 200)),
  constraint "inventory_warehouse_kind" check (not "delFlag" = 'N' or (char_length("warehouse") <= 100)),
  constraint "inventory_quantity_kind" check (not "delFlag" = 'N' or ("quantity" >= '0')),
  constraint "inventory_status_options" check (not "delFlag" = 'N' or ("status" in ('InStock', 'Frozen', 'Out'))),
  constraint "inventory_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000))
);
create unique index "inventory_inventory-code_unique" on public."inventory" using btree ("code") where "delFlag" = 'N';
create index "inventory_sku_index" on public."inventory" using btree ("sku") where "delFlag" = 'N';
create index "inventory_date_index" on public."inventory" using btree ("date", "id") where "delFlag" = 'N';
create index "inventory_search_index" on public."inventory" using gin ("code" gin_trgm_ops, "name" gin_trgm_ops, "warehouse" gin_trgm_ops) where "delFlag" = 'N';

create table public."logistics_rate" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "code" text not null,
  "name" text collate public."bordereau_zh" not null,
  "quantity" numeric(18,3) not null,
  "cur" text,
  "price" numeric(20,2),
  "date" date not null,
  "status" text default 'Active' not null,
  "remark" text collate public."bordereau_zh",
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  constraint "logistics_rate_pkey" primary key ("id"),
  constraint "logistics_rate_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "logistics_rate_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 30)),
  constraint "logistics_rate_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 200)),
  constraint "logistics_rate_quantity_kind" check (not "delFlag" = 'N' or ("quantity" >= '0')),
  constraint "logistics_rate_price_kind" check (not "delFlag" = 'N' or ("price" >= '0')),
  constraint "logistics_rate_status_options" check (not "delFlag" = 'N' or ("status" in ('Active', 'Ended'))),
  constraint "logistics_rate_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "logistics_rate_price-currency_rule" check (not "delFlag" = 'N' or ((("price" is not null)) is not true or (("cur" is not null))))
);
create unique index "logistics_rate_logistics-rate-code_unique" on public."logistics_rate" using btree ("code") where "delFlag" = 'N';
create index "logistics_rate_cur_index" on public."logistics_rate" using btree ("cur") where "delFlag" = 'N';
create index "logistics_rate_date_index" on public."logistics_rate" using btree ("date", "id") where "delFlag" = 'N';
create index "logistics_rate_search_index" on public."logistics_rate" using gin ("code" gin_trgm_ops, "name" gin_trgm_ops) where "delFlag" = 'N';

create table public."outbound_order" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "code" text not null,
  "name" text collate public."bordereau_zh" not null,
  "sku" text,
  "customsBroker" text,
  "customsType" text,
  "quantity" numeric(18,3) not null,
  "date" date not null,
  "status" text default 'Draft' not null,
  "remark" text collate public."bordereau_zh",
  "sku$live" text generated always as (case when "delFlag" = 'N' then "sku" end) stored,
  "customsBroker$live" text generated always as (case when "delFlag" = 'N' then "customsBroker" end) stored,
  "customsType$live" text generated always as (case when "delFlag" = 'N' then "customsType" end) stored,
  constraint "outbound_order_pkey" primary key ("id"),
  constraint "outbound_order_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "outbound_order_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 30)),
  constraint "outbound_order_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 200)),
  constraint "outbound_order_quantity_kind" check (not "delFlag" = 'N' or ("quantity" >= '0')),
  constraint "outbound_order_status_options" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Picked', 'Done', 'Cancelled'))),
  constraint "outbound_order_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000))
);
create unique index "outbound_order_outbound-order-code_unique" on public."outbound_order" using btree ("code") where "delFlag" = 'N';
create index "outbound_order_sku_index" on public."outbound_order" using btree ("sku") where "delFlag" = 'N';
create index "outbound_order_customsBroker_index" on public."outbound_order" using btree ("customsBroker") where "delFlag" = 'N';
create index "outbound_order_customsType_index" on public."outbound_order" using btree ("customsType") where "delFlag" = 'N';
create index "outbound_order_date_index" on public."outbound_order" using btree ("date", "id") where "delFlag" = 'N';
create index "outbound_order_search_index" on public."outbound_order" using gin ("code" gin_trgm_ops, "name" gin_trgm_ops) where "delFlag" = 'N';

create table public."quotation" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "code" text not null,
  "name" text collate public."bordereau_zh" not null,
  "orderCode" text,
  "quantity" numeric(18,3) not null,
  "cur" text,
  "amount" numeric(20,2),
  "date" date not null,
  "validTo" date,
  "status" text default 'Draft' not null,
  "quotationFile" jsonb,
  "remark" text collate public."bordereau_zh",
  "orderCode$live" text generated always as (case when "delFlag" = 'N' then "orderCode" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  constraint "quotation_pkey" primary key ("id"),
  constraint "quotation_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "quotation_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 30)),
  constraint "quotation_name_kind" check (not "delFlag" = 'N' or (char_length("name") <= 200)),
  constraint "quotation_quantity_kind" check (not "delFlag" = 'N' or ("quantity" >= '0')),
  constraint "quotation_amount_kind" check (not "delFlag" = 'N' or ("amount" >= '0')),
  constraint "quotation_status_options" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Sent', 'Accepted', 'Refused'))),
  constraint "quotation_quotationFile_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("quotationFile") = 'array' then not jsonb_path_exists("quotationFile", '$[*] ? (@.type() != "string")') and jsonb_array_length("quotationFile") <= 10 else "quotationFile" is null end)),
  constraint "quotation_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "quotation_quotation-dates_order" check (not "delFlag" = 'N' or ("date" <= "validTo")),
  constraint "quotation_amount-currency_rule" check (not "delFlag" = 'N' or ((("amount" is not null)) is not true or (("cur" is not null))))
);
create unique index "quotation_quotation-code_unique" on public."quotation" using btree ("code") where "delFlag" = 'N';
create index "quotation_orderCode_index" on public."quotation" using btree ("orderCode") where "delFlag" = 'N';
create index "quotation_cur_index" on public."quotation" using btree ("cur") where "delFlag" = 'N';
create index "quotation_date_index" on public."quotation" using btree ("date", "id") where "delFlag" = 'N';
create index "quotation_validTo_index" on public."quotation" using btree ("validTo", "id") where "delFlag" = 'N';
create index "quotation_search_index" on public."quotation" using gin ("code" gin_trgm_ops, "name" gin_trgm_ops) where "delFlag" = 'N';

create table public."bank_account" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "companyCde" text not null,
  "bnkCde" text,
  "bnkBrchFullNme" text collate public."bordereau_zh" not null,
  "bnkBrchSwiftBic" text,
  "bnkAcctNum" text not null,
  "ccyCde" text not null,
  "country" text,
  "province" text collate public."bordereau_zh",
  "city" text collate public."bordereau_zh",
  "useFlag" text default 'Y' not null,
  "companyCde$live" text generated always as (case when "delFlag" = 'N' then "companyCde" end) stored,
  "ccyCde$live" text generated always as (case when "delFlag" = 'N' then "ccyCde" end) stored,
  "country$live" text generated always as (case when "delFlag" = 'N' then "country" end) stored,
  constraint "bank_account_pkey" primary key ("id"),
  constraint "bank_account_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "bank_account_bnkCde_kind" check (not "delFlag" = 'N' or (char_length("bnkCde") <= 20)),
  constraint "bank_account_bnkBrchFullNme_kind" check (not "delFlag" = 'N' or (char_length("bnkBrchFullNme") <= 200)),
  constraint "bank_account_bnkBrchSwiftBic_kind" check (not "delFlag" = 'N' or (char_length("bnkBrchSwiftBic") <= 11 and "bnkBrchSwiftBic" ~ '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$')),
  constraint "bank_account_bnkAcctNum_kind" check (not "delFlag" = 'N' or (char_length("bnkAcctNum") <= 34)),
  constraint "bank_account_province_kind" check (not "delFlag" = 'N' or (char_length("province") <= 100)),
  constraint "bank_account_city_kind" check (not "delFlag" = 'N' or (char_length("city") <= 100)),
  constraint "bank_account_useFlag_kind" check (not "delFlag" = 'N' or ("useFlag" in ('Y', 'N')))
);
create unique index "bank_account_account_unique" on public."bank_account" using btree ("companyCde", "bnkAcctNum", "ccyCde") where "delFlag" = 'N';
create index "bank_account_ccyCde_index" on public."bank_account" using btree ("ccyCde") where "delFlag" = 'N';
create index "bank_account_companyCde$live_index" on public."bank_account" using btree ("companyCde$live");
create index "bank_account_search_index" on public."bank_account" using gin ("bnkCde" gin_trgm_ops, "bnkBrchFullNme" gin_trgm_ops, "bnkAcctNum" gin_trgm_ops) where "delFlag" = 'N';

create table public."charge_type" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "bussType" text not null,
  "chargeClass" text not null,
  "chargeCode" text not null,
  "chargeNmeEN" text collate public."bordereau_zh" not null,
  "chargeNmeCH" text collate public."bordereau_zh" not null,
  "compTypeCde" text not null,
  "isDeductibleNa" text default 'N',
  "invoiceRequired" text,
  "lossEstimation" text default 'N',
  "compTypeCde$live" text generated always as (case when "delFlag" = 'N' then "compTypeCde" end) stored,
  constraint "charge_type_pkey" primary key ("id"),
  constraint "charge_type_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "charge_type_bussType_kind" check (not "delFlag" = 'N' or (char_length("bussType") <= 20)),
  constraint "charge_type_chargeClass_kind" check (not "delFlag" = 'N' or (char_length("chargeClass") <= 16)),
  constraint "charge_type_chargeCode_kind" check (not "delFlag" = 'N' or (char_length("chargeCode") <= 16)),
  constraint "charge_type_chargeNmeEN_kind" check (not "delFlag" = 'N' or (char_length("chargeNmeEN") <= 50)),
  constraint "charge_type_chargeNmeCH_kind" check (not "delFlag" = 'N' or (char_length("chargeNmeCH") <= 50)),
  constraint "charge_type_isDeductibleNa_options" check (not "delFlag" = 'N' or ("isDeductibleNa" in ('N', 'Y'))),
  constraint "charge_type_invoiceRequired_kind" check (not "delFlag" = 'N' or ("invoiceRequired" in ('Y', 'N'))),
  constraint "charge_type_lossEstimation_kind" check (not "delFlag" = 'N' or ("lossEstimation" in ('Y', 'N')))
);
create unique index "charge_type_charge-type_unique" on public."charge_type" using btree ("bussType", "chargeClass", "chargeCode") where "delFlag" = 'N';
create index "charge_type_compTypeCde_index" on public."charge_type" using btree ("compTypeCde") where "delFlag" = 'N';
create index "charge_type_chargeCode_index" on public."charge_type" using btree ("chargeCode") where "delFlag" = 'N';
create index "charge_type_search_index" on public."charge_type" using gin ("chargeClass" gin_trgm_ops, "chargeCode" gin_trgm_ops, "chargeNmeEN" gin_trgm_ops, "chargeNmeCH" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: contacts: pattern ^[^;,|，；、|]+(;[^;,|，；、|]+)*$ has no form that PostgreSQL reads alike
-- not in the database: contactsMail: pattern ^[^\s@;,|，；、]+@[^\s@;,|，；、][^\s@;,|，；、.]*\.[^\s@;,|，；、]+(; ?[^\s@;,|，；、]+@[^\s@;,|，；、][^\s@;,|，；、.]*\.[^\s@;,|，；、]+)*$ has no form that PostgreSQL reads alike
-- not in the database: contactsPhone: pattern ^[0-9+()\-# .]+(;[0-9+()\-# .]+)*$ has no form that PostgreSQL reads alike
-- not in the database: relatingRef: pattern ^[^;,|，；、|]+(;[^;,|，；、|]+)*$ has no form that PostgreSQL reads alike
create table public."company_contact" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "companyCde" text not null,
  "companyType" text not null,
  "contacts" text collate public."bordereau_zh" not null,
  "contactsMail" text collate public."bordereau_zh" not null,
  "contactsPhone" text collate public."bordereau_zh" not null,
  "relatingRef" text collate public."bordereau_zh",
  "companyCde$live" text generated always as (case when "delFlag" = 'N' then "companyCde" end) stored,
  constraint "company_contact_pkey" primary key ("id"),
  constraint "company_contact_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "company_contact_companyType_options" check (not "delFlag" = 'N' or ("companyType" in ('INSURER', 'PICLUB', 'BILLING', 'CAPTIVE'))),
  constraint "company_contact_contacts_kind" check (not "delFlag" = 'N' or (char_length("contacts") <= 100)),
  constraint "company_contact_contactsMail_kind" check (not "delFlag" = 'N' or (char_length("contactsMail") <= 100)),
  constraint "company_contact_contactsPhone_kind" check (not "delFlag" = 'N' or (char_length("contactsPhone") <= 100)),
  constraint "company_contact_relatingRef_kind" check (not "delFlag" = 'N' or (char_length("relatingRef") <= 100))
);
create unique index "company_contact_insurer-or-club_unique" on public."company_contact" using btree ("companyCde") where "delFlag" = 'N' and ((("companyType" = 'INSURER') or ("companyType" = 'PICLUB')));
create index "company_contact_order_index" on public."company_contact" using btree ("companyCde", "companyType", "id") where "delFlag" = 'N';
create index "company_contact_companyCde$live_index" on public."company_contact" using btree ("companyCde$live");
create index "company_contact_search_index" on public."company_contact" using gin ("contacts" gin_trgm_ops, "contactsMail" gin_trgm_ops) where "delFlag" = 'N';

create table public."company_type" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "compTypeCde" text not null,
  "compTypeName" text collate public."bordereau_zh" not null,
  "compTypeNameCh" text collate public."bordereau_zh",
  "compTypeCde$live" text generated always as (case when "delFlag" = 'N' then "compTypeCde" end) stored,
  constraint "company_type_pkey" primary key ("id"),
  constraint "company_type_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "company_type_compTypeCde_kind" check (not "delFlag" = 'N' or (char_length("compTypeCde") <= 10)),
  constraint "company_type_compTypeName_kind" check (not "delFlag" = 'N' or (char_length("compTypeName") <= 100)),
  constraint "company_type_compTypeNameCh_kind" check (not "delFlag" = 'N' or (char_length("compTypeNameCh") <= 100)),
  constraint "company_type_type-code_unique" unique ("compTypeCde$live")
);
create index "company_type_order_index" on public."company_type" using btree ("compTypeCde", "id") where "delFlag" = 'N';
create index "company_type_search_index" on public."company_type" using gin ("compTypeCde" gin_trgm_ops, "compTypeName" gin_trgm_ops, "compTypeNameCh" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: established-by-today: today() changes from day to day
create table public."company" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "companyCde" text not null,
  "companyNameEn" text collate public."bordereau_zh" not null,
  "companyNameCh" text collate public."bordereau_zh" not null,
  "abbreviationEn" text collate public."bordereau_zh",
  "abbreviationCh" text collate public."bordereau_zh",
  "addressEn" text collate public."bordereau_zh" not null,
  "addressCh" text collate public."bordereau_zh" not null,
  "companyType" text,
  "contacts" text collate public."bordereau_zh",
  "contactsPhone" text,
  "contactsEmail" text,
  "executive" text collate public."bordereau_zh",
  "executivePhone" text,
  "executiveEmail" text,
  "country" text not null,
  "baseCur" text,
  "sapid" text,
  "unifiedSocialCreditNo" text,
  "companyRegistryType" text,
  "legalRepresentative" text collate public."bordereau_zh",
  "dateOfEstablished" date,
  "registeredAddress" text collate public."bordereau_zh",
  "businessAddress" text collate public."bordereau_zh",
  "webSite" text,
  "location" text collate public."bordereau_zh",
  "businessLicence" jsonb,
  "invoiceInfo" jsonb,
  "timeBarMonths" integer,
  "companyCde$live" text generated always as (case when "delFlag" = 'N' then "companyCde" end) stored,
  "companyType$live" text generated always as (case when "delFlag" = 'N' then "companyType" end) stored,
  "country$live" text generated always as (case when "delFlag" = 'N' then "country" end) stored,
  "baseCur$live" text generated always as (case when "delFlag" = 'N' then "baseCur" end) stored,
  constraint "company_pkey" primary key ("id"),
  constraint "company_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "company_companyCde_kind" check (not "delFlag" = 'N' or (char_length("companyCde") <= 16)),
  constraint "company_companyNameEn_kind" check (not "delFlag" = 'N' or (char_length("companyNameEn") <= 100)),
  constraint "company_companyNameCh_kind" check (not "delFlag" = 'N' or (char_length("companyNameCh") <= 200)),
  constraint "company_abbreviationEn_kind" check (not "delFlag" = 'N' or (char_length("abbreviationEn") <= 100)),
  constraint "company_abbreviationCh_kind" check (not "delFlag" = 'N' or (char_length("abbreviationCh") <= 100)),
  constraint "company_addressEn_kind" check (not "delFlag" = 'N' or (char_length("addressEn") <= 500)),
  constraint "company_addressCh_kind" check (not "delFlag" = 'N' or (char_length("addressCh") <= 500)),
  constraint "company_contacts_kind" check (not "delFlag" = 'N' or (char_length("contacts") <= 100)),
  constraint "company_contactsPhone_kind" check (not "delFlag" = 'N' or (char_length("contactsPhone") <= 50)),
  constraint "company_contactsEmail_kind" check (not "delFlag" = 'N' or (char_length("contactsEmail") <= 254)),
  constraint "company_executive_kind" check (not "delFlag" = 'N' or (char_length("executive") <= 100)),
  constraint "company_executivePhone_kind" check (not "delFlag" = 'N' or (char_length("executivePhone") <= 50)),
  constraint "company_executiveEmail_kind" check (not "delFlag" = 'N' or (char_length("executiveEmail") <= 254)),
  constraint "company_sapid_kind" check (not "delFlag" = 'N' or (char_length("sapid") <= 20)),
  constraint "company_unifiedSocialCreditNo_kind" check (not "delFlag" = 'N' or (char_length("unifiedSocialCreditNo") <= 18 and "unifiedSocialCreditNo" ~ '^[0-9A-HJ-NP-RT-UW-Y]{18}$')),
  constraint "company_companyRegistryType_kind" check (not "delFlag" = 'N' or (char_length("companyRegistryType") <= 50)),
  constraint "company_legalRepresentative_kind" check (not "delFlag" = 'N' or (char_length("legalRepresentative") <= 100)),
  constraint "company_registeredAddress_kind" check (not "delFlag" = 'N' or (char_length("registeredAddress") <= 500)),
  constraint "company_businessAddress_kind" check (not "delFlag" = 'N' or (char_length("businessAddress") <= 500)),
  constraint "company_webSite_kind" check (not "delFlag" = 'N' or (char_length("webSite") <= 200)),
  constraint "company_location_kind" check (not "delFlag" = 'N' or (char_length("location") <= 200)),
  constraint "company_businessLicence_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("businessLicence") = 'array' then not jsonb_path_exists("businessLicence", '$[*] ? (@.type() != "string")') and jsonb_array_length("businessLicence") <= 20 else "businessLicence" is null end)),
  constraint "company_invoiceInfo_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("invoiceInfo") = 'array' then not jsonb_path_exists("invoiceInfo", '$[*] ? (@.type() != "string")') and jsonb_array_length("invoiceInfo") <= 20 else "invoiceInfo" is null end)),
  constraint "company_timeBarMonths_kind" check (not "delFlag" = 'N' or ("timeBarMonths" >= '1' and "timeBarMonths" <= '120')),
  constraint "company_credit-code-of-china_rule" check (not "delFlag" = 'N' or ((("country" = 'CN')) is not true or (("unifiedSocialCreditNo" is not null)))),
  constraint "company_company-code_unique" unique ("companyCde$live")
);
create unique index "company_name-en_unique" on public."company" using btree (lower("companyNameEn")) where "delFlag" = 'N';
create unique index "company_name-ch_unique" on public."company" using btree ("companyNameCh") where "delFlag" = 'N';
create unique index "company_credit-code_unique" on public."company" using btree ("unifiedSocialCreditNo") where "delFlag" = 'N';
create index "company_order_index" on public."company" using btree ("companyCde", "id") where "delFlag" = 'N';
create index "company_companyType_index" on public."company" using btree ("companyType") where "delFlag" = 'N';
create index "company_country_index" on public."company" using btree ("country") where "delFlag" = 'N';
create index "company_search_index" on public."company" using gin ("companyCde" gin_trgm_ops, "companyNameEn" gin_trgm_ops, "companyNameCh" gin_trgm_ops, "unifiedSocialCreditNo" gin_trgm_ops, "sapid" gin_trgm_ops) where "delFlag" = 'N';

create table public."country" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "countryCode" text not null,
  "alpha3" text,
  "numericCode" text,
  "countryNameEn" text collate public."bordereau_zh" not null,
  "countryNameCh" text collate public."bordereau_zh" not null,
  "continent" text,
  "countryCode$live" text generated always as (case when "delFlag" = 'N' then "countryCode" end) stored,
  constraint "country_pkey" primary key ("id"),
  constraint "country_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "country_countryCode_kind" check (not "delFlag" = 'N' or (char_length("countryCode") <= 2 and "countryCode" ~ '^[A-Z]{2}$')),
  constraint "country_alpha3_kind" check (not "delFlag" = 'N' or (char_length("alpha3") <= 3 and "alpha3" ~ '^[A-Z]{3}$')),
  constraint "country_numericCode_kind" check (not "delFlag" = 'N' or (char_length("numericCode") <= 3 and "numericCode" ~ '^[0-9]{3}$')),
  constraint "country_countryNameEn_kind" check (not "delFlag" = 'N' or (char_length("countryNameEn") <= 100)),
  constraint "country_countryNameCh_kind" check (not "delFlag" = 'N' or (char_length("countryNameCh") <= 100)),
  constraint "country_continent_options" check (not "delFlag" = 'N' or ("continent" in ('AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'))),
  constraint "country_country-code_unique" unique ("countryCode$live")
);
create index "country_order_index" on public."country" using btree ("countryCode", "id") where "delFlag" = 'N';
create index "country_search_index" on public."country" using gin ("countryNameEn" gin_trgm_ops, "countryNameCh" gin_trgm_ops) where "delFlag" = 'N';

create table public."currency" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "curCde" text not null,
  "curNumeric" text,
  "curNameEn" text collate public."bordereau_zh" not null,
  "curNameCh" text collate public."bordereau_zh" not null,
  "minorUnits" integer,
  "curCde$live" text generated always as (case when "delFlag" = 'N' then "curCde" end) stored,
  constraint "currency_pkey" primary key ("id"),
  constraint "currency_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "currency_curCde_kind" check (not "delFlag" = 'N' or (char_length("curCde") <= 3 and "curCde" ~ '^[A-Z]{3}$')),
  constraint "currency_curNumeric_kind" check (not "delFlag" = 'N' or (char_length("curNumeric") <= 3 and "curNumeric" ~ '^[0-9]{3}$')),
  constraint "currency_curNameEn_kind" check (not "delFlag" = 'N' or (char_length("curNameEn") <= 100)),
  constraint "currency_curNameCh_kind" check (not "delFlag" = 'N' or (char_length("curNameCh") <= 100)),
  constraint "currency_minorUnits_kind" check (not "delFlag" = 'N' or ("minorUnits" >= '0' and "minorUnits" <= '4')),
  constraint "currency_currency-code_unique" unique ("curCde$live")
);
create index "currency_order_index" on public."currency" using btree ("curCde", "id") where "delFlag" = 'N';
create index "currency_search_index" on public."currency" using gin ("curNameEn" gin_trgm_ops, "curNameCh" gin_trgm_ops) where "delFlag" = 'N';

create table public."deductible_type" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "deductibleTypeCde" text not null,
  "deductibleTypeName" text collate public."bordereau_zh" not null,
  "deductibleClass" text,
  "deductibleTypeCde$live" text generated always as (case when "delFlag" = 'N' then "deductibleTypeCde" end) stored,
  constraint "deductible_type_pkey" primary key ("id"),
  constraint "deductible_type_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "deductible_type_deductibleTypeCde_kind" check (not "delFlag" = 'N' or (char_length("deductibleTypeCde") <= 16)),
  constraint "deductible_type_deductibleTypeName_kind" check (not "delFlag" = 'N' or (char_length("deductibleTypeName") <= 100)),
  constraint "deductible_type_deductibleClass_kind" check (not "delFlag" = 'N' or (char_length("deductibleClass") <= 50)),
  constraint "deductible_type_deductible-code_unique" unique ("deductibleTypeCde$live")
);
create index "deductible_type_order_index" on public."deductible_type" using btree ("deductibleTypeCde", "id") where "delFlag" = 'N';
create index "deductible_type_search_index" on public."deductible_type" using gin ("deductibleTypeCde" gin_trgm_ops, "deductibleTypeName" gin_trgm_ops) where "delFlag" = 'N';

create table public."department" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "deptCde" text not null,
  "deptName" text collate public."bordereau_zh" not null,
  "deptCde$live" text generated always as (case when "delFlag" = 'N' then "deptCde" end) stored,
  constraint "department_pkey" primary key ("id"),
  constraint "department_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "department_deptCde_kind" check (not "delFlag" = 'N' or (char_length("deptCde") <= 16)),
  constraint "department_deptName_kind" check (not "delFlag" = 'N' or (char_length("deptName") <= 100)),
  constraint "department_department-code_unique" unique ("deptCde$live")
);
create index "department_order_index" on public."department" using btree ("deptCde", "id") where "delFlag" = 'N';
create index "department_search_index" on public."department" using gin ("deptCde" gin_trgm_ops, "deptName" gin_trgm_ops) where "delFlag" = 'N';

create table public."exchange_rate" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "fromCur" text not null,
  "toCur" text not null,
  "exRateDate" date not null,
  "exRate" numeric(18,8) not null,
  "fromCur$live" text generated always as (case when "delFlag" = 'N' then "fromCur" end) stored,
  "toCur$live" text generated always as (case when "delFlag" = 'N' then "toCur" end) stored,
  constraint "exchange_rate_pkey" primary key ("id"),
  constraint "exchange_rate_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "exchange_rate_exRate_kind" check (not "delFlag" = 'N' or ("exRate" > '0')),
  constraint "exchange_rate_different-currencies_rule" check (not "delFlag" = 'N' or (("fromCur" collate "C" <> "toCur")))
);
create unique index "exchange_rate_rate-of-day_unique" on public."exchange_rate" using btree ("fromCur", "toCur", "exRateDate") where "delFlag" = 'N';
create index "exchange_rate_order_index" on public."exchange_rate" using btree ("exRateDate" desc, "fromCur", "toCur", "id") where "delFlag" = 'N';
create index "exchange_rate_toCur_index" on public."exchange_rate" using btree ("toCur") where "delFlag" = 'N';

create table public."fleet" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "fleetCde" text not null,
  "fleetName" text collate public."bordereau_zh" not null,
  "fleetCde$live" text generated always as (case when "delFlag" = 'N' then "fleetCde" end) stored,
  constraint "fleet_pkey" primary key ("id"),
  constraint "fleet_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "fleet_fleetCde_kind" check (not "delFlag" = 'N' or (char_length("fleetCde") <= 16)),
  constraint "fleet_fleetName_kind" check (not "delFlag" = 'N' or (char_length("fleetName") <= 100)),
  constraint "fleet_fleet-code_unique" unique ("fleetCde$live")
);
create index "fleet_order_index" on public."fleet" using btree ("fleetCde", "id") where "delFlag" = 'N';
create index "fleet_search_index" on public."fleet" using gin ("fleetCde" gin_trgm_ops, "fleetName" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: receivers: pattern ^[^\s@;,|，；、]+@[^\s@;,|，；、][^\s@;,|，；、.]*\.[^\s@;,|，；、]+(; ?[^\s@;,|，；、]+@[^\s@;,|，；、][^\s@;,|，；、.]*\.[^\s@;,|，；、]+)*$ has no form that PostgreSQL reads alike
-- not in the database: copies: pattern ^[^\s@;,|，；、]+@[^\s@;,|，；、][^\s@;,|，；、.]*\.[^\s@;,|，；、]+(; ?[^\s@;,|，；、]+@[^\s@;,|，；、][^\s@;,|，；、.]*\.[^\s@;,|，；、]+)*$ has no form that PostgreSQL reads alike
create table public."mail_config" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "vslCde" text not null,
  "receivers" text collate public."bordereau_zh" not null,
  "copies" text collate public."bordereau_zh",
  "remark" text collate public."bordereau_zh",
  constraint "mail_config_pkey" primary key ("id"),
  constraint "mail_config_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "mail_config_receivers_kind" check (not "delFlag" = 'N' or (char_length("receivers") <= 2000)),
  constraint "mail_config_copies_kind" check (not "delFlag" = 'N' or (char_length("copies") <= 2000)),
  constraint "mail_config_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000))
);
create unique index "mail_config_vessel_unique" on public."mail_config" using btree ("vslCde") where "delFlag" = 'N';
create index "mail_config_search_index" on public."mail_config" using gin ("receivers" gin_trgm_ops, "copies" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: inside-policy-period: parent.effectiveFrom is not a field of the row itself
create table public."policy_stage" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "policyYearId" bigint not null,
  "stageNo" integer,
  "calcFrom" date not null,
  "calcTo" date not null,
  "dueDate" date not null,
  "curr" text,
  "policyYearId$live" bigint generated always as (case when "delFlag" = 'N' then "policyYearId" end) stored,
  "curr$live" text generated always as (case when "delFlag" = 'N' then "curr" end) stored,
  constraint "policy_stage_pkey" primary key ("id"),
  constraint "policy_stage_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "policy_stage_stageNo_kind" check (not "delFlag" = 'N' or ("stageNo" >= '1' and "stageNo" <= '20')),
  constraint "policy_stage_stage-dates_order" check (not "delFlag" = 'N' or ("calcFrom" <= "calcTo")),
  constraint "policy_stage_stage-period_overlap" exclude using gist ("policyYearId" with =, (case when "calcTo" is null or "calcFrom" <= "calcTo" then daterange("calcFrom", "calcTo", '[]') end) with &&) where ("delFlag" = 'N' and "calcFrom" is not null)
);
create unique index "policy_stage_stageNo_sequence" on public."policy_stage" using btree ("policyYearId", "stageNo") where "delFlag" = 'N';
create index "policy_stage_dueDate_index" on public."policy_stage" using btree ("dueDate", "id") where "delFlag" = 'N';
create index "policy_stage_policyYearId$live_index" on public."policy_stage" using btree ("policyYearId$live");

-- not in the database: covers-its-instalments: old.effectiveFrom is not a field of the row itself
create table public."policy_year" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "policyYear" text not null,
  "policyType" text not null,
  "effectiveFrom" date not null,
  "effectiveTo" date not null,
  "days" integer,
  "numOfStaging" integer default 1 not null,
  "rate" numeric(18,8),
  "irate" numeric(18,8),
  "etcRate" numeric(18,8),
  "suppCallRate" numeric(18,8),
  "addlRatio" numeric(18,8),
  "ivInsuredPct" numeric(9,4),
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  constraint "policy_year_pkey" primary key ("id"),
  constraint "policy_year_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "policy_year_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "policy_year_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "policy_year_numOfStaging_kind" check (not "delFlag" = 'N' or ("numOfStaging" >= '1' and "numOfStaging" <= '20')),
  constraint "policy_year_rate_kind" check (not "delFlag" = 'N' or ("rate" >= '0')),
  constraint "policy_year_irate_kind" check (not "delFlag" = 'N' or ("irate" >= '0')),
  constraint "policy_year_etcRate_kind" check (not "delFlag" = 'N' or ("etcRate" >= '0')),
  constraint "policy_year_suppCallRate_kind" check (not "delFlag" = 'N' or ("suppCallRate" >= '0')),
  constraint "policy_year_addlRatio_kind" check (not "delFlag" = 'N' or ("addlRatio" >= '0')),
  constraint "policy_year_ivInsuredPct_kind" check (not "delFlag" = 'N' or ("ivInsuredPct" >= '0' and "ivInsuredPct" <= '100')),
  constraint "policy_year_policy-dates_order" check (not "delFlag" = 'N' or ("effectiveFrom" <= "effectiveTo")),
  constraint "policy_year_pi-needs-reinsurance-rate_rule" check (not "delFlag" = 'N' or ((("policyType" = 'Premium-PI')) is not true or (("irate" is not null)))),
  constraint "policy_year_pi-needs-etc-rate_rule" check (not "delFlag" = 'N' or ((("policyType" = 'Premium-PI')) is not true or (("etcRate" is not null)))),
  constraint "policy_year_hm-needs-addition-factor_rule" check (not "delFlag" = 'N' or ((("policyType" = 'Premium-HM')) is not true or (("addlRatio" is not null)))),
  constraint "policy_year_hm-needs-iv-proportion_rule" check (not "delFlag" = 'N' or ((("policyType" = 'Premium-HM')) is not true or (("ivInsuredPct" is not null)))),
  constraint "policy_year_id_live" unique ("id$live"),
  constraint "policy_year_policy-period_overlap" exclude using gist ("policyType" with =, (case when "effectiveTo" is null or "effectiveFrom" <= "effectiveTo" then daterange("effectiveFrom", "effectiveTo", '[]') end) with &&) where ("delFlag" = 'N' and "effectiveFrom" is not null)
);
create unique index "policy_year_year-of-type_unique" on public."policy_year" using btree ("policyYear", "policyType") where "delFlag" = 'N';
create index "policy_year_order_index" on public."policy_year" using btree ("policyYear" desc, "policyType", "id") where "delFlag" = 'N';
create index "policy_year_effectiveFrom_index" on public."policy_year" using btree ("effectiveFrom", "id") where "delFlag" = 'N';
create index "policy_year_effectiveTo_index" on public."policy_year" using btree ("effectiveTo", "id") where "delFlag" = 'N';

create table public."port" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "countryCode" text not null,
  "portCode" text not null,
  "unlocode" text,
  "portName" text collate public."bordereau_zh" not null,
  "portNameAscii" text collate public."bordereau_zh",
  "cityCode" text,
  "cityName" text collate public."bordereau_zh",
  "subdivision" text,
  "countryName" text collate public."bordereau_zh",
  constraint "port_pkey" primary key ("id"),
  constraint "port_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "port_countryCode_kind" check (not "delFlag" = 'N' or (char_length("countryCode") <= 2 and "countryCode" ~ '^[A-Z]{2}$')),
  constraint "port_portCode_kind" check (not "delFlag" = 'N' or (char_length("portCode") <= 3 and "portCode" ~ '^[A-Z0-9]{1,3}$')),
  constraint "port_unlocode_kind" check (not "delFlag" = 'N' or (char_length("unlocode") <= 50)),
  constraint "port_portName_kind" check (not "delFlag" = 'N' or (char_length("portName") <= 100)),
  constraint "port_portNameAscii_kind" check (not "delFlag" = 'N' or (char_length("portNameAscii") <= 100)),
  constraint "port_cityCode_kind" check (not "delFlag" = 'N' or (char_length("cityCode") <= 10)),
  constraint "port_cityName_kind" check (not "delFlag" = 'N' or (char_length("cityName") <= 100)),
  constraint "port_subdivision_kind" check (not "delFlag" = 'N' or (char_length("subdivision") <= 3)),
  constraint "port_countryName_kind" check (not "delFlag" = 'N' or (char_length("countryName") <= 100))
);
create unique index "port_port-code_unique" on public."port" using btree ("countryCode", "portCode") where "delFlag" = 'N';
create index "port_portCode_index" on public."port" using btree ("portCode") where "delFlag" = 'N';
create index "port_search_index" on public."port" using gin ("portName" gin_trgm_ops, "portNameAscii" gin_trgm_ops, "unlocode" gin_trgm_ops, "cityName" gin_trgm_ops, "countryName" gin_trgm_ops) where "delFlag" = 'N';

create table public."position" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "positionCde" text not null,
  "positionName" text collate public."bordereau_zh" not null,
  "supPositionCde" text,
  "supPositionName" text collate public."bordereau_zh",
  "supPositionCde$live" text generated always as (case when "delFlag" = 'N' then "supPositionCde" end) stored,
  "positionCde$live" text generated always as (case when "delFlag" = 'N' then "positionCde" end) stored,
  constraint "position_pkey" primary key ("id"),
  constraint "position_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "position_positionCde_kind" check (not "delFlag" = 'N' or (char_length("positionCde") <= 16)),
  constraint "position_positionName_kind" check (not "delFlag" = 'N' or (char_length("positionName") <= 100)),
  constraint "position_supPositionName_kind" check (not "delFlag" = 'N' or (char_length("supPositionName") <= 100)),
  constraint "position_not-own-superior_rule" check (not "delFlag" = 'N' or (("supPositionCde" collate "C" <> "positionCde"))),
  constraint "position_position-code_unique" unique ("positionCde$live")
);
create index "position_order_index" on public."position" using btree ("positionCde", "id") where "delFlag" = 'N';
create index "position_supPositionCde_index" on public."position" using btree ("supPositionCde") where "delFlag" = 'N';
create index "position_search_index" on public."position" using gin ("positionCde" gin_trgm_ops, "positionName" gin_trgm_ops) where "delFlag" = 'N';

create table public."sap_account" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "sapPartyId" bigint not null,
  "bankCode" text,
  "accountBankCode" text not null,
  "ibanCode" text,
  "swiftCode" text,
  "sapPartyId$live" bigint generated always as (case when "delFlag" = 'N' then "sapPartyId" end) stored,
  constraint "sap_account_pkey" primary key ("id"),
  constraint "sap_account_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "sap_account_bankCode_kind" check (not "delFlag" = 'N' or (char_length("bankCode") <= 20)),
  constraint "sap_account_accountBankCode_kind" check (not "delFlag" = 'N' or (char_length("accountBankCode") <= 34)),
  constraint "sap_account_ibanCode_kind" check (not "delFlag" = 'N' or (char_length("ibanCode") <= 34 and "ibanCode" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$')),
  constraint "sap_account_swiftCode_kind" check (not "delFlag" = 'N' or (char_length("swiftCode") <= 11 and "swiftCode" ~ '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'))
);
create unique index "sap_account_account_unique" on public."sap_account" using btree ("sapPartyId", "accountBankCode") where "delFlag" = 'N';
create index "sap_account_order_index" on public."sap_account" using btree ("accountBankCode", "id") where "delFlag" = 'N';
create index "sap_account_sapPartyId$live_index" on public."sap_account" using btree ("sapPartyId$live");
create index "sap_account_search_index" on public."sap_account" using gin ("bankCode" gin_trgm_ops, "accountBankCode" gin_trgm_ops) where "delFlag" = 'N';

create table public."sap_party" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "type" text not null,
  "sapid" text not null,
  "regNme" text collate public."bordereau_zh" not null,
  "countryCde" text,
  "cityCde" text,
  "oneTimeInd" text default 'N',
  "igrpInd" text default 'N',
  "personalInd" text default 'N',
  "claimedBy" jsonb,
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "countryCde$live" text generated always as (case when "delFlag" = 'N' then "countryCde" end) stored,
  constraint "sap_party_pkey" primary key ("id"),
  constraint "sap_party_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "sap_party_type_options" check (not "delFlag" = 'N' or ("type" in ('CUSTOMER', 'SUPPLIER'))),
  constraint "sap_party_sapid_kind" check (not "delFlag" = 'N' or (char_length("sapid") <= 20)),
  constraint "sap_party_regNme_kind" check (not "delFlag" = 'N' or (char_length("regNme") <= 200)),
  constraint "sap_party_cityCde_kind" check (not "delFlag" = 'N' or (char_length("cityCde") <= 20)),
  constraint "sap_party_oneTimeInd_kind" check (not "delFlag" = 'N' or ("oneTimeInd" in ('Y', 'N'))),
  constraint "sap_party_igrpInd_kind" check (not "delFlag" = 'N' or ("igrpInd" in ('Y', 'N'))),
  constraint "sap_party_personalInd_kind" check (not "delFlag" = 'N' or ("personalInd" in ('Y', 'N'))),
  constraint "sap_party_claimedBy_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("claimedBy") = 'array' then not jsonb_path_exists("claimedBy", '$[*] ? (@.type() != "string")') and jsonb_array_length("claimedBy") <= 50 else "claimedBy" is null end)),
  constraint "sap_party_id_live" unique ("id$live")
);
create unique index "sap_party_party_unique" on public."sap_party" using btree ("type", "sapid") where "delFlag" = 'N';
create index "sap_party_countryCde_index" on public."sap_party" using btree ("countryCde") where "delFlag" = 'N';
create index "sap_party_search_index" on public."sap_party" using gin ("sapid" gin_trgm_ops, "regNme" gin_trgm_ops, "cityCde" gin_trgm_ops) where "delFlag" = 'N';

create table public."schedule_call" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "scheduleId" bigint not null,
  "callNo" integer not null,
  "portCde" text not null,
  "portName" text collate public."bordereau_zh",
  "eta" date,
  "etd" date,
  "scheduleId$live" bigint generated always as (case when "delFlag" = 'N' then "scheduleId" end) stored,
  constraint "schedule_call_pkey" primary key ("id"),
  constraint "schedule_call_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "schedule_call_callNo_kind" check (not "delFlag" = 'N' or ("callNo" >= '1' and "callNo" <= '999')),
  constraint "schedule_call_portName_kind" check (not "delFlag" = 'N' or (char_length("portName") <= 100)),
  constraint "schedule_call_call-dates_order" check (not "delFlag" = 'N' or ("eta" <= "etd"))
);
create unique index "schedule_call_call_unique" on public."schedule_call" using btree ("scheduleId", "callNo") where "delFlag" = 'N';
create index "schedule_call_order_index" on public."schedule_call" using btree ("callNo", "id") where "delFlag" = 'N';
create index "schedule_call_portCde_index" on public."schedule_call" using btree ("portCde") where "delFlag" = 'N';
create index "schedule_call_eta_index" on public."schedule_call" using btree ("eta", "id") where "delFlag" = 'N';
create index "schedule_call_scheduleId$live_index" on public."schedule_call" using btree ("scheduleId$live");

-- not in the database: calls-in-order: children.scheduleCall.all(earlier, children.scheduleCall.all(later, earlier.callNo >= later.callNo || !(has(earlier.etd) || has(earlier.eta)) || !(has(later.eta) || has(later.etd)) || (has(earlier.etd) ? earlier.etd : earlier.eta) <= (has(later.eta) ? later.eta : later.etd))) has no SQL form
-- not in the database: calls-within-voyage: children.scheduleCall.all(call, (!has(call.etd) || !has(self.departureDate) || call.etd >= self.departureDate) && (!has(call.eta) || !has(self.arrivalDate) || call.eta <= self.arrivalDate)) has no SQL form
create table public."schedule" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "svcLoopCde" text not null,
  "vslCde" text not null,
  "voyNum" text not null,
  "dirBound" text not null,
  "svvd" text,
  "loadPort" text collate public."bordereau_zh",
  "loadDate" date,
  "dischargePort" text collate public."bordereau_zh",
  "dischargeDate" date,
  "departureDate" date,
  "arrivalDate" date,
  "remark" text collate public."bordereau_zh",
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  constraint "schedule_pkey" primary key ("id"),
  constraint "schedule_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "schedule_svcLoopCde_kind" check (not "delFlag" = 'N' or (char_length("svcLoopCde") <= 4)),
  constraint "schedule_voyNum_kind" check (not "delFlag" = 'N' or (char_length("voyNum") <= 3)),
  constraint "schedule_dirBound_options" check (not "delFlag" = 'N' or ("dirBound" in ('E', 'W', 'S', 'N'))),
  constraint "schedule_svvd_kind" check (not "delFlag" = 'N' or (char_length("svvd") <= 20)),
  constraint "schedule_loadPort_kind" check (not "delFlag" = 'N' or (char_length("loadPort") <= 100)),
  constraint "schedule_dischargePort_kind" check (not "delFlag" = 'N' or (char_length("dischargePort") <= 100)),
  constraint "schedule_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "schedule_voyage-dates_order" check (not "delFlag" = 'N' or ("departureDate" <= "arrivalDate")),
  constraint "schedule_id_live" unique ("id$live")
);
create unique index "schedule_svvd_unique" on public."schedule" using btree ("svvd") where "delFlag" = 'N';
create unique index "schedule_voyage_unique" on public."schedule" using btree ("svcLoopCde", "vslCde", "voyNum", "dirBound") where "delFlag" = 'N';
create index "schedule_order_index" on public."schedule" using btree ("departureDate" desc, "svvd", "id") where "delFlag" = 'N';
create index "schedule_vslCde_index" on public."schedule" using btree ("vslCde") where "delFlag" = 'N';
create index "schedule_search_index" on public."schedule" using gin ("svvd" gin_trgm_ops, "svcLoopCde" gin_trgm_ops) where "delFlag" = 'N';

create table public."vessel_insured" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "policyYear" text not null,
  "vslCde" text not null,
  "vslNme" text collate public."bordereau_zh",
  "vslNmeCh" text collate public."bordereau_zh",
  "imoNum" text,
  "callSign" text,
  "yearBuilt" text,
  "flagCntry" text,
  "regPort" text collate public."bordereau_zh",
  "grossTonnage" numeric(12,2),
  "fleet" text,
  "class" text collate public."bordereau_zh",
  "classificationSociety" text,
  "regOwner" text,
  "registeredAddress" text collate public."bordereau_zh",
  "operator" text,
  "coOperator" jsonb,
  "techManager" text,
  "commManager" text,
  "mortgagee" jsonb,
  "bareCharterer" jsonb,
  "subBareCharterer" jsonb,
  "timeCharterer" jsonb,
  "subTimeCharterer" jsonb,
  "policyHolder" text,
  "billCompany" text,
  "club" jsonb,
  "cpiIrClub" text,
  "hmBroker" text,
  "hmBrokerRec" text default 'N',
  "apBroker" text,
  "apBrokerRec" text default 'N',
  "piBroker" text,
  "piBrokerRec" text default 'N',
  "deductibleType" text,
  "deductible" numeric(20,2) not null,
  "deductiblePCT" numeric(9,4) not null,
  "deductibleRemark" text collate public."bordereau_zh",
  "rdc" text collate public."bordereau_zh" not null,
  "ffd" text collate public."bordereau_zh" not null,
  "flagCntry$live" text generated always as (case when "delFlag" = 'N' then "flagCntry" end) stored,
  "fleet$live" text generated always as (case when "delFlag" = 'N' then "fleet" end) stored,
  "regOwner$live" text generated always as (case when "delFlag" = 'N' then "regOwner" end) stored,
  "operator$live" text generated always as (case when "delFlag" = 'N' then "operator" end) stored,
  "techManager$live" text generated always as (case when "delFlag" = 'N' then "techManager" end) stored,
  "commManager$live" text generated always as (case when "delFlag" = 'N' then "commManager" end) stored,
  "policyHolder$live" text generated always as (case when "delFlag" = 'N' then "policyHolder" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cpiIrClub$live" text generated always as (case when "delFlag" = 'N' then "cpiIrClub" end) stored,
  "hmBroker$live" text generated always as (case when "delFlag" = 'N' then "hmBroker" end) stored,
  "apBroker$live" text generated always as (case when "delFlag" = 'N' then "apBroker" end) stored,
  "piBroker$live" text generated always as (case when "delFlag" = 'N' then "piBroker" end) stored,
  "deductibleType$live" text generated always as (case when "delFlag" = 'N' then "deductibleType" end) stored,
  constraint "vessel_insured_pkey" primary key ("id"),
  constraint "vessel_insured_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "vessel_insured_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "vessel_insured_vslNmeCh_kind" check (not "delFlag" = 'N' or (char_length("vslNmeCh") <= 60)),
  constraint "vessel_insured_imoNum_kind" check (not "delFlag" = 'N' or (char_length("imoNum") <= 30)),
  constraint "vessel_insured_callSign_kind" check (not "delFlag" = 'N' or (char_length("callSign") <= 20)),
  constraint "vessel_insured_yearBuilt_kind" check (not "delFlag" = 'N' or ("yearBuilt" ~ '^[0-9]{4}$')),
  constraint "vessel_insured_regPort_kind" check (not "delFlag" = 'N' or (char_length("regPort") <= 100)),
  constraint "vessel_insured_grossTonnage_kind" check (not "delFlag" = 'N' or ("grossTonnage" > '0')),
  constraint "vessel_insured_class_kind" check (not "delFlag" = 'N' or (char_length("class") <= 50)),
  constraint "vessel_insured_classificationSociety_kind" check (not "delFlag" = 'N' or (char_length("classificationSociety") <= 50)),
  constraint "vessel_insured_registeredAddress_kind" check (not "delFlag" = 'N' or (char_length("registeredAddress") <= 500)),
  constraint "vessel_insured_coOperator_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("coOperator") = 'array' then not jsonb_path_exists("coOperator", '$[*] ? (@.type() != "string")') and jsonb_array_length("coOperator") <= 10 else "coOperator" is null end)),
  constraint "vessel_insured_mortgagee_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("mortgagee") = 'array' then not jsonb_path_exists("mortgagee", '$[*] ? (@.type() != "string")') and jsonb_array_length("mortgagee") <= 10 else "mortgagee" is null end)),
  constraint "vessel_insured_bareCharterer_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("bareCharterer") = 'array' then not jsonb_path_exists("bareCharterer", '$[*] ? (@.type() != "string")') and jsonb_array_length("bareCharterer") <= 10 else "bareCharterer" is null end)),
  constraint "vessel_insured_subBareCharterer_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("subBareCharterer") = 'array' then not jsonb_path_exists("subBareCharterer", '$[*] ? (@.type() != "string")') and jsonb_array_length("subBareCharterer") <= 10 else "subBareCharterer" is null end)),
  constraint "vessel_insured_timeCharterer_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("timeCharterer") = 'array' then not jsonb_path_exists("timeCharterer", '$[*] ? (@.type() != "string")') and jsonb_array_length("timeCharterer") <= 10 else "timeCharterer" is null end)),
  constraint "vessel_insured_subTimeCharterer_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("subTimeCharterer") = 'array' then not jsonb_path_exists("subTimeCharterer", '$[*] ? (@.type() != "string")') and jsonb_array_length("subTimeCharterer") <= 10 else "subTimeCharterer" is null end)),
  constraint "vessel_insured_club_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("club") = 'array' then not jsonb_path_exists("club", '$[*] ? (@.type() != "string")') and jsonb_array_length("club") <= 10 else "club" is null end)),
  constraint "vessel_insured_hmBrokerRec_kind" check (not "delFlag" = 'N' or ("hmBrokerRec" in ('Y', 'N'))),
  constraint "vessel_insured_apBrokerRec_kind" check (not "delFlag" = 'N' or ("apBrokerRec" in ('Y', 'N'))),
  constraint "vessel_insured_piBrokerRec_kind" check (not "delFlag" = 'N' or ("piBrokerRec" in ('Y', 'N'))),
  constraint "vessel_insured_deductible_kind" check (not "delFlag" = 'N' or ("deductible" >= '0')),
  constraint "vessel_insured_deductiblePCT_kind" check (not "delFlag" = 'N' or ("deductiblePCT" >= '0' and "deductiblePCT" <= '100')),
  constraint "vessel_insured_deductibleRemark_kind" check (not "delFlag" = 'N' or (char_length("deductibleRemark") <= 1000)),
  constraint "vessel_insured_rdc_kind" check (not "delFlag" = 'N' or (char_length("rdc") <= 20)),
  constraint "vessel_insured_ffd_kind" check (not "delFlag" = 'N' or (char_length("ffd") <= 20)),
  constraint "vessel_insured_operator-not-joint_rule" check (not "delFlag" = 'N' or ((not ("coOperator" @> to_jsonb("operator"::text))))),
  constraint "vessel_insured_regowner-not-joint_rule" check (not "delFlag" = 'N' or ((not ("coOperator" @> to_jsonb("regOwner"::text))))),
  constraint "vessel_insured_techmanager-not-joint_rule" check (not "delFlag" = 'N' or ((not ("coOperator" @> to_jsonb("techManager"::text)))))
);
create unique index "vessel_insured_vessel-of-year_unique" on public."vessel_insured" using btree ("policyYear", "vslCde") where "delFlag" = 'N';
create index "vessel_insured_order_index" on public."vessel_insured" using btree ("policyYear" desc, "vslCde", "id") where "delFlag" = 'N';
create index "vessel_insured_vslCde_index" on public."vessel_insured" using btree ("vslCde") where "delFlag" = 'N';
create index "vessel_insured_fleet_index" on public."vessel_insured" using btree ("fleet") where "delFlag" = 'N';
create index "vessel_insured_operator_index" on public."vessel_insured" using btree ("operator") where "delFlag" = 'N';
create index "vessel_insured_billCompany_index" on public."vessel_insured" using btree ("billCompany") where "delFlag" = 'N';
create index "vessel_insured_search_index" on public."vessel_insured" using gin ("vslNme" gin_trgm_ops, "imoNum" gin_trgm_ops) where "delFlag" = 'N';

create table public."vessel_log" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "vesselId" bigint not null,
  "seq" integer not null,
  "updateItem" text,
  "originalValue" text collate public."bordereau_zh",
  "targetValue" text collate public."bordereau_zh",
  "action" text not null,
  "vesselId$live" bigint generated always as (case when "delFlag" = 'N' then "vesselId" end) stored,
  constraint "vessel_log_pkey" primary key ("id"),
  constraint "vessel_log_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "vessel_log_seq_kind" check (not "delFlag" = 'N' or ("seq" >= '1')),
  constraint "vessel_log_originalValue_kind" check (not "delFlag" = 'N' or (char_length("originalValue") <= 1000)),
  constraint "vessel_log_targetValue_kind" check (not "delFlag" = 'N' or (char_length("targetValue") <= 1000)),
  constraint "vessel_log_action_options" check (not "delFlag" = 'N' or ("action" in ('update', 'delete')))
);
create unique index "vessel_log_seq_sequence" on public."vessel_log" using btree ("vesselId", "seq") where "delFlag" = 'N';
create index "vessel_log_order_index" on public."vessel_log" using btree ("vesselId", "seq" desc, "id" desc) where "delFlag" = 'N';
create index "vessel_log_vesselId$live_index" on public."vessel_log" using btree ("vesselId$live");

create table public."vessel_person" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "vesselId" bigint not null,
  "claimType" text,
  "svcLoopCode" text,
  "voyage" text,
  "userCde" text not null,
  "claimExcutive" text,
  "claimAssitant" text,
  "optType" text,
  "effectiveFrom" date not null,
  "effectiveTo" date,
  "vesselId$live" bigint generated always as (case when "delFlag" = 'N' then "vesselId" end) stored,
  "userCde$live" text generated always as (case when "delFlag" = 'N' then "userCde" end) stored,
  "claimExcutive$live" text generated always as (case when "delFlag" = 'N' then "claimExcutive" end) stored,
  "claimAssitant$live" text generated always as (case when "delFlag" = 'N' then "claimAssitant" end) stored,
  constraint "vessel_person_pkey" primary key ("id"),
  constraint "vessel_person_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "vessel_person_claimType_kind" check (not "delFlag" = 'N' or (char_length("claimType") <= 50)),
  constraint "vessel_person_svcLoopCode_kind" check (not "delFlag" = 'N' or (char_length("svcLoopCode") <= 4)),
  constraint "vessel_person_voyage_kind" check (not "delFlag" = 'N' or (char_length("voyage") <= 3)),
  constraint "vessel_person_optType_options" check (not "delFlag" = 'N' or ("optType" in ('PRIMARY', 'BACKUP'))),
  constraint "vessel_person_person-dates_order" check (not "delFlag" = 'N' or ("effectiveFrom" <= "effectiveTo")),
  constraint "vessel_person_one-in-charge_overlap" exclude using gist ("vesselId" with =, coalesce("claimType", '') with =, coalesce("svcLoopCode", '') with =, coalesce("voyage", '') with =, coalesce("optType", '') with =, (case when "effectiveTo" is null or "effectiveFrom" <= "effectiveTo" then daterange("effectiveFrom", "effectiveTo", '[]') end) with &&) where ("delFlag" = 'N' and "effectiveFrom" is not null)
);
create index "vessel_person_order_index" on public."vessel_person" using btree ("vesselId", "effectiveFrom" desc, "id" desc) where "delFlag" = 'N';
create index "vessel_person_userCde_index" on public."vessel_person" using btree ("userCde") where "delFlag" = 'N';
create index "vessel_person_claimExcutive_index" on public."vessel_person" using btree ("claimExcutive") where "delFlag" = 'N';
create index "vessel_person_claimAssitant_index" on public."vessel_person" using btree ("claimAssitant") where "delFlag" = 'N';
create index "vessel_person_effectiveFrom_index" on public."vessel_person" using btree ("effectiveFrom", "id") where "delFlag" = 'N';
create index "vessel_person_effectiveTo_index" on public."vessel_person" using btree ("effectiveTo", "id") where "delFlag" = 'N';
create index "vessel_person_vesselId$live_index" on public."vessel_person" using btree ("vesselId$live");
create index "vessel_person_search_index" on public."vessel_person" using gin ("svcLoopCode" gin_trgm_ops) where "delFlag" = 'N';

create table public."vessel_pre_entry" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "vslCde" text,
  "vslNme" text collate public."bordereau_zh" not null,
  "vslNmeCh" text collate public."bordereau_zh",
  "imoNum" text not null,
  "callSign" text,
  "officialNum" text,
  "vesselUuid" text,
  "vesselType" text collate public."bordereau_zh",
  "iris4VesselType" text collate public."bordereau_zh",
  "vesselAttribute" text,
  "yearBuilt" text,
  "busStartDte" date,
  "estDeliveryDt" date,
  "flagCntry" text,
  "regPort" text collate public."bordereau_zh",
  "classSociety" text,
  "grossTonnage" numeric(12,2),
  "teu" integer,
  "operator" text collate public."bordereau_zh",
  "owner" text collate public."bordereau_zh",
  "ownerAddr" text collate public."bordereau_zh",
  "fleet" text,
  "shipArea" text,
  "vesselStatus" text,
  "effectiveFrom" date,
  "effectiveTo" date,
  "newestFlag" text,
  "remark" text collate public."bordereau_zh",
  "takenOver" text collate public."bordereau_zh",
  "flagCntry$live" text generated always as (case when "delFlag" = 'N' then "flagCntry" end) stored,
  "fleet$live" text generated always as (case when "delFlag" = 'N' then "fleet" end) stored,
  constraint "vessel_pre_entry_pkey" primary key ("id"),
  constraint "vessel_pre_entry_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "vessel_pre_entry_vslCde_kind" check (not "delFlag" = 'N' or (char_length("vslCde") <= 3)),
  constraint "vessel_pre_entry_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "vessel_pre_entry_vslNmeCh_kind" check (not "delFlag" = 'N' or (char_length("vslNmeCh") <= 60)),
  constraint "vessel_pre_entry_imoNum_kind" check (not "delFlag" = 'N' or (char_length("imoNum") <= 30)),
  constraint "vessel_pre_entry_callSign_kind" check (not "delFlag" = 'N' or (char_length("callSign") <= 20)),
  constraint "vessel_pre_entry_officialNum_kind" check (not "delFlag" = 'N' or (char_length("officialNum") <= 30)),
  constraint "vessel_pre_entry_vesselUuid_kind" check (not "delFlag" = 'N' or (char_length("vesselUuid") <= 36)),
  constraint "vessel_pre_entry_vesselType_kind" check (not "delFlag" = 'N' or (char_length("vesselType") <= 30)),
  constraint "vessel_pre_entry_iris4VesselType_kind" check (not "delFlag" = 'N' or (char_length("iris4VesselType") <= 30)),
  constraint "vessel_pre_entry_vesselAttribute_kind" check (not "delFlag" = 'N' or (char_length("vesselAttribute") <= 50)),
  constraint "vessel_pre_entry_yearBuilt_kind" check (not "delFlag" = 'N' or ("yearBuilt" ~ '^[0-9]{4}$')),
  constraint "vessel_pre_entry_regPort_kind" check (not "delFlag" = 'N' or (char_length("regPort") <= 100)),
  constraint "vessel_pre_entry_classSociety_kind" check (not "delFlag" = 'N' or (char_length("classSociety") <= 50)),
  constraint "vessel_pre_entry_grossTonnage_kind" check (not "delFlag" = 'N' or ("grossTonnage" > '0')),
  constraint "vessel_pre_entry_teu_kind" check (not "delFlag" = 'N' or ("teu" >= '1')),
  constraint "vessel_pre_entry_operator_kind" check (not "delFlag" = 'N' or (char_length("operator") <= 100)),
  constraint "vessel_pre_entry_owner_kind" check (not "delFlag" = 'N' or (char_length("owner") <= 100)),
  constraint "vessel_pre_entry_ownerAddr_kind" check (not "delFlag" = 'N' or (char_length("ownerAddr") <= 500)),
  constraint "vessel_pre_entry_shipArea_kind" check (not "delFlag" = 'N' or (char_length("shipArea") <= 50)),
  constraint "vessel_pre_entry_vesselStatus_kind" check (not "delFlag" = 'N' or (char_length("vesselStatus") <= 50)),
  constraint "vessel_pre_entry_newestFlag_kind" check (not "delFlag" = 'N' or ("newestFlag" in ('Y', 'N'))),
  constraint "vessel_pre_entry_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "vessel_pre_entry_takenOver_kind" check (not "delFlag" = 'N' or (char_length("takenOver") <= 20)),
  constraint "vessel_pre_entry_valid-dates_order" check (not "delFlag" = 'N' or ("effectiveFrom" <= "effectiveTo"))
);
create unique index "vessel_pre_entry_pre-entry_unique" on public."vessel_pre_entry" using btree ("vslNme", "imoNum") where "delFlag" = 'N' and ((not ("takenOver" is not null)));
create index "vessel_pre_entry_order_index" on public."vessel_pre_entry" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "vessel_pre_entry_fleet_index" on public."vessel_pre_entry" using btree ("fleet") where "delFlag" = 'N';
create index "vessel_pre_entry_estDeliveryDt_index" on public."vessel_pre_entry" using btree ("estDeliveryDt", "id") where "delFlag" = 'N';
create index "vessel_pre_entry_search_index" on public."vessel_pre_entry" using gin ("vslNme" gin_trgm_ops, "imoNum" gin_trgm_ops, "vslNmeCh" gin_trgm_ops, "vesselType" gin_trgm_ops) where "delFlag" = 'N';

create table public."vessel" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "vslCde" text not null,
  "vslNme" text collate public."bordereau_zh",
  "vslNmeCh" text collate public."bordereau_zh",
  "imoNum" text,
  "callSign" text not null,
  "officialNum" text,
  "vesselUuid" text,
  "vesselType" text collate public."bordereau_zh",
  "iris4VesselType" text collate public."bordereau_zh",
  "vesselAttribute" text,
  "yearBuilt" text not null,
  "busStartDte" date,
  "estDeliveryDt" date,
  "flagCntry" text not null,
  "regPort" text collate public."bordereau_zh" not null,
  "classSociety" text not null,
  "grossTonnage" numeric(12,2) not null,
  "teu" integer not null,
  "operator" text collate public."bordereau_zh" not null,
  "owner" text collate public."bordereau_zh" not null,
  "ownerAddr" text collate public."bordereau_zh",
  "fleet" text not null,
  "shipArea" text not null,
  "vesselStatus" text not null,
  "effectiveFrom" date not null,
  "effectiveTo" date,
  "newestFlag" text,
  "remark" text collate public."bordereau_zh",
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "flagCntry$live" text generated always as (case when "delFlag" = 'N' then "flagCntry" end) stored,
  "fleet$live" text generated always as (case when "delFlag" = 'N' then "fleet" end) stored,
  constraint "vessel_pkey" primary key ("id"),
  constraint "vessel_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "vessel_vslCde_kind" check (not "delFlag" = 'N' or (char_length("vslCde") <= 3)),
  constraint "vessel_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "vessel_vslNmeCh_kind" check (not "delFlag" = 'N' or (char_length("vslNmeCh") <= 60)),
  constraint "vessel_imoNum_kind" check (not "delFlag" = 'N' or (char_length("imoNum") <= 30)),
  constraint "vessel_callSign_kind" check (not "delFlag" = 'N' or (char_length("callSign") <= 20)),
  constraint "vessel_officialNum_kind" check (not "delFlag" = 'N' or (char_length("officialNum") <= 30)),
  constraint "vessel_vesselUuid_kind" check (not "delFlag" = 'N' or (char_length("vesselUuid") <= 36)),
  constraint "vessel_vesselType_kind" check (not "delFlag" = 'N' or (char_length("vesselType") <= 30)),
  constraint "vessel_iris4VesselType_kind" check (not "delFlag" = 'N' or (char_length("iris4VesselType") <= 30)),
  constraint "vessel_vesselAttribute_kind" check (not "delFlag" = 'N' or (char_length("vesselAttribute") <= 50)),
  constraint "vessel_yearBuilt_kind" check (not "delFlag" = 'N' or ("yearBuilt" ~ '^[0-9]{4}$')),
  constraint "vessel_regPort_kind" check (not "delFlag" = 'N' or (char_length("regPort") <= 100)),
  constraint "vessel_classSociety_kind" check (not "delFlag" = 'N' or (char_length("classSociety") <= 50)),
  constraint "vessel_grossTonnage_kind" check (not "delFlag" = 'N' or ("grossTonnage" > '0')),
  constraint "vessel_teu_kind" check (not "delFlag" = 'N' or ("teu" >= '1')),
  constraint "vessel_operator_kind" check (not "delFlag" = 'N' or (char_length("operator") <= 100)),
  constraint "vessel_owner_kind" check (not "delFlag" = 'N' or (char_length("owner") <= 100)),
  constraint "vessel_ownerAddr_kind" check (not "delFlag" = 'N' or (char_length("ownerAddr") <= 500)),
  constraint "vessel_shipArea_kind" check (not "delFlag" = 'N' or (char_length("shipArea") <= 50)),
  constraint "vessel_vesselStatus_kind" check (not "delFlag" = 'N' or (char_length("vesselStatus") <= 50)),
  constraint "vessel_newestFlag_kind" check (not "delFlag" = 'N' or ("newestFlag" in ('Y', 'N'))),
  constraint "vessel_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "vessel_valid-dates_order" check (not "delFlag" = 'N' or ("effectiveFrom" <= "effectiveTo")),
  constraint "vessel_id_live" unique ("id$live"),
  constraint "vessel_vessel-period_overlap" exclude using gist (upper("vslCde") with =, (case when "effectiveTo" is null or "effectiveFrom" <= "effectiveTo" then daterange("effectiveFrom", "effectiveTo", '[]') end) with &&) where ("delFlag" = 'N' and "effectiveFrom" is not null),
  constraint "vessel_imo-period_overlap" exclude using gist (upper("imoNum") with =, (case when "effectiveTo" is null or "effectiveFrom" <= "effectiveTo" then daterange("effectiveFrom", "effectiveTo", '[]') end) with &&) where ("delFlag" = 'N' and (("imoNum" ~ '[0-9]{7}')) and "effectiveFrom" is not null)
);
create index "vessel_order_index" on public."vessel" using btree ("vslCde", "effectiveFrom" desc, "id" desc) where "delFlag" = 'N';
create index "vessel_fleet_index" on public."vessel" using btree ("fleet") where "delFlag" = 'N';
create index "vessel_flagCntry_index" on public."vessel" using btree ("flagCntry") where "delFlag" = 'N';
create index "vessel_effectiveFrom_index" on public."vessel" using btree ("effectiveFrom", "id") where "delFlag" = 'N';
create index "vessel_effectiveTo_index" on public."vessel" using btree ("effectiveTo", "id") where "delFlag" = 'N';
create index "vessel_search_index" on public."vessel" using gin ("vslNme" gin_trgm_ops, "imoNum" gin_trgm_ops, "vslNmeCh" gin_trgm_ops, "vesselType" gin_trgm_ops) where "delFlag" = 'N';

create table public."agency_container" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "agencyPremiumId" bigint not null,
  "agenyCde" text not null,
  "country" text collate public."bordereau_zh" not null,
  "teu" numeric(10,2) not null,
  "agencyPremiumId$live" bigint generated always as (case when "delFlag" = 'N' then "agencyPremiumId" end) stored,
  "agenyCde$live" text generated always as (case when "delFlag" = 'N' then "agenyCde" end) stored,
  constraint "agency_container_pkey" primary key ("id"),
  constraint "agency_container_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "agency_container_country_kind" check (not "delFlag" = 'N' or (char_length("country") <= 100)),
  constraint "agency_container_teu_kind" check (not "delFlag" = 'N' or ("teu" >= '0'))
);
create unique index "agency_container_country-of-agent_unique" on public."agency_container" using btree ("agencyPremiumId", "agenyCde", "country") where "delFlag" = 'N';
create index "agency_container_order_index" on public."agency_container" using btree ("agenyCde", "country", "id") where "delFlag" = 'N';
create index "agency_container_agencyPremiumId$live_index" on public."agency_container" using btree ("agencyPremiumId$live");
create index "agency_container_search_index" on public."agency_container" using gin ("country" gin_trgm_ops) where "delFlag" = 'N';

create table public."agency_detail" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "agencyPremiumId" bigint not null,
  "cur" text,
  "agenyCde" text not null,
  "cntrQty" numeric(12,2),
  "totalCntrQty" numeric(14,2),
  "cntrPct" numeric(9,4),
  "premium" numeric(20,2),
  "actPremium" numeric(20,2),
  "totalActualPremium" numeric(20,2),
  "premiumDiff" numeric(20,2),
  "agencyPremiumId$live" bigint generated always as (case when "delFlag" = 'N' then "agencyPremiumId" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "agenyCde$live" text generated always as (case when "delFlag" = 'N' then "agenyCde" end) stored,
  constraint "agency_detail_pkey" primary key ("id"),
  constraint "agency_detail_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "agency_detail_cntrQty_kind" check (not "delFlag" = 'N' or ("cntrQty" >= '0')),
  constraint "agency_detail_actPremium_kind" check (not "delFlag" = 'N' or ("actPremium" >= '0'))
);
create unique index "agency_detail_agent-of-premium_unique" on public."agency_detail" using btree ("agencyPremiumId", "agenyCde") where "delFlag" = 'N';
create index "agency_detail_agenyCde_index" on public."agency_detail" using btree ("agenyCde") where "delFlag" = 'N';
create index "agency_detail_cur_index" on public."agency_detail" using btree ("cur") where "delFlag" = 'N';
create index "agency_detail_agencyPremiumId$live_index" on public."agency_detail" using btree ("agencyPremiumId$live");

-- not in the database: actual-total-premium: a sum over rows of agency-detail is checked when they are saved
-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: start-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: end-in-a-year: lookup.year.effectiveTo is not a field of the row itself
-- not in the database: at-most-four-years: lookup.year.effectiveTo is not a field of the row itself
-- not in the database: shares-allocated: children.agencyDetail is not a field of the row itself
-- not in the database: quantities-of-upload: children.agencyDetail.all(detail, !children.agencyContainer.exists(line, line.agenyCde == detail.agenyCde) || detail.cntrQty == sum(children.agencyContainer.filter(line, line.agenyCde == detail.agenyCde).map(line, line.teu))) has no SQL form
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."agency_premium" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text,
  "insBroker" text,
  "insBrokerRec" text,
  "policyFrom" date not null,
  "policyTo" date not null,
  "subject" text collate public."bordereau_zh",
  "insureValue" numeric(20,2) not null,
  "rate" numeric(18,8) not null,
  "totPremium" numeric(20,2),
  "recordStatus" text default 'Draft',
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  constraint "agency_premium_pkey" primary key ("id"),
  constraint "agency_premium_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "agency_premium_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "agency_premium_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "agency_premium_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "agency_premium_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "agency_premium_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "agency_premium_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "agency_premium_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "agency_premium_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "agency_premium_insureValue_kind" check (not "delFlag" = 'N' or ("insureValue" > '0')),
  constraint "agency_premium_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "agency_premium_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "agency_premium_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "agency_premium_id_live" unique ("id$live")
);
create index "agency_premium_order_index" on public."agency_premium" using btree ("policyFrom", "subject", "id") where "delFlag" = 'N';
create index "agency_premium_versionId_index" on public."agency_premium" using btree ("versionId") where "delFlag" = 'N';
create index "agency_premium_billCompany_index" on public."agency_premium" using btree ("billCompany") where "delFlag" = 'N';
create index "agency_premium_insurerCde_index" on public."agency_premium" using btree ("insurerCde") where "delFlag" = 'N';
create index "agency_premium_cur_index" on public."agency_premium" using btree ("cur") where "delFlag" = 'N';
create index "agency_premium_versionId$live_index" on public."agency_premium" using btree ("versionId$live");
create index "agency_premium_search_index" on public."agency_premium" using gin ("subject" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."cargo_transport" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "billNo" text not null,
  "subject" text collate public."bordereau_zh",
  "vslCde" text,
  "vslName" text collate public."bordereau_zh",
  "voyNo" text not null,
  "demandSide" text collate public."bordereau_zh",
  "regionInfo" text collate public."bordereau_zh",
  "policyFrom" date not null,
  "policyTo" date not null,
  "insureValue" numeric(20,2),
  "rate" numeric(12,8),
  "premium" numeric(20,2) not null,
  "stageNo" integer,
  "operator" text collate public."bordereau_zh",
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "status" text default 'Draft',
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "cargo_transport_pkey" primary key ("id"),
  constraint "cargo_transport_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "cargo_transport_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "cargo_transport_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "cargo_transport_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "cargo_transport_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "cargo_transport_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "cargo_transport_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "cargo_transport_billNo_kind" check (not "delFlag" = 'N' or (char_length("billNo") <= 50)),
  constraint "cargo_transport_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "cargo_transport_vslName_kind" check (not "delFlag" = 'N' or (char_length("vslName") <= 30)),
  constraint "cargo_transport_voyNo_kind" check (not "delFlag" = 'N' or (char_length("voyNo") <= 10)),
  constraint "cargo_transport_demandSide_kind" check (not "delFlag" = 'N' or (char_length("demandSide") <= 100)),
  constraint "cargo_transport_regionInfo_kind" check (not "delFlag" = 'N' or (char_length("regionInfo") <= 50)),
  constraint "cargo_transport_insureValue_kind" check (not "delFlag" = 'N' or ("insureValue" > '0')),
  constraint "cargo_transport_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "cargo_transport_premium_kind" check (not "delFlag" = 'N' or ("premium" >= '0')),
  constraint "cargo_transport_stageNo_kind" check (not "delFlag" = 'N' or ("stageNo" >= '1' and "stageNo" <= '20')),
  constraint "cargo_transport_operator_kind" check (not "delFlag" = 'N' or (char_length("operator") <= 50)),
  constraint "cargo_transport_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "cargo_transport_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "cargo_transport_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "cargo_transport_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "cargo_transport_vessel-or-demand-side_rule" check (not "delFlag" = 'N' or ((("vslCde" is not null) or ("demandSide" is not null))))
);
create unique index "cargo_transport_billing-no_unique" on public."cargo_transport" using btree ("versionId", "billNo") where "delFlag" = 'N';
create index "cargo_transport_order_index" on public."cargo_transport" using btree ("policyFrom" desc, "billNo", "id") where "delFlag" = 'N';
create index "cargo_transport_vslCde_index" on public."cargo_transport" using btree ("vslCde") where "delFlag" = 'N';
create index "cargo_transport_billCompany_index" on public."cargo_transport" using btree ("billCompany") where "delFlag" = 'N';
create index "cargo_transport_cur_index" on public."cargo_transport" using btree ("cur") where "delFlag" = 'N';
create index "cargo_transport_insurerCde_index" on public."cargo_transport" using btree ("insurerCde") where "delFlag" = 'N';
create index "cargo_transport_versionId$live_index" on public."cargo_transport" using btree ("versionId$live");
create index "cargo_transport_search_index" on public."cargo_transport" using gin ("billNo" gin_trgm_ops, "vslName" gin_trgm_ops, "voyNo" gin_trgm_ops, "demandSide" gin_trgm_ops) where "delFlag" = 'N';

create table public."certificate" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "policyYear" text not null,
  "certName" text collate public."bordereau_zh" not null,
  "vslCde" text not null,
  "vslNme" text collate public."bordereau_zh",
  "imoNum" text,
  "compCde" text,
  "insurerCde" text,
  "policyFrom" date not null,
  "policyTo" date not null,
  "certificateFile" text,
  "deductibleType" text,
  "deductibleAmount" numeric(20,2),
  "calcType" text,
  "sendFlag" text default 'N',
  "remark" text collate public."bordereau_zh",
  "recordStatus" text default 'Draft',
  "compCde$live" text generated always as (case when "delFlag" = 'N' then "compCde" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "deductibleType$live" text generated always as (case when "delFlag" = 'N' then "deductibleType" end) stored,
  constraint "certificate_pkey" primary key ("id"),
  constraint "certificate_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "certificate_certName_kind" check (not "delFlag" = 'N' or (char_length("certName") <= 100)),
  constraint "certificate_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "certificate_imoNum_kind" check (not "delFlag" = 'N' or (char_length("imoNum") <= 30)),
  constraint "certificate_certificateFile_kind" check (not "delFlag" = 'N' or (char_length("certificateFile") <= 50)),
  constraint "certificate_deductibleAmount_kind" check (not "delFlag" = 'N' or ("deductibleAmount" >= '0')),
  constraint "certificate_calcType_options" check (not "delFlag" = 'N' or ("calcType" in ('EVENT', 'VOYAGE'))),
  constraint "certificate_sendFlag_kind" check (not "delFlag" = 'N' or ("sendFlag" in ('Y', 'N'))),
  constraint "certificate_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "certificate_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "certificate_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "certificate_amount-needs-method_rule" check (not "delFlag" = 'N' or ((("deductibleAmount" is not null)) is not true or (("calcType" is not null))))
);
create unique index "certificate_certificate-of-vessel_unique" on public."certificate" using btree ("policyYear", "vslCde", "certName", "policyFrom") where "delFlag" = 'N';
create index "certificate_order_index" on public."certificate" using btree ("policyYear" desc, "vslCde", "certName", "id") where "delFlag" = 'N';
create index "certificate_vslCde_index" on public."certificate" using btree ("vslCde") where "delFlag" = 'N';
create index "certificate_compCde_index" on public."certificate" using btree ("compCde") where "delFlag" = 'N';
create index "certificate_insurerCde_index" on public."certificate" using btree ("insurerCde") where "delFlag" = 'N';
create index "certificate_policyFrom_index" on public."certificate" using btree ("policyFrom", "id") where "delFlag" = 'N';
create index "certificate_policyTo_index" on public."certificate" using btree ("policyTo", "id") where "delFlag" = 'N';
create index "certificate_certName_index" on public."certificate" using btree ("certName") where "delFlag" = 'N';
create index "certificate_search_index" on public."certificate" using gin ("vslNme" gin_trgm_ops, "imoNum" gin_trgm_ops, "certName" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."charterer_premium" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "vslCde" text not null,
  "vslNme" text collate public."bordereau_zh" not null,
  "imoNum" text not null,
  "vesselType" text collate public."bordereau_zh",
  "yearBuilt" text collate public."bordereau_zh",
  "flagCntry" text collate public."bordereau_zh",
  "deliveryDt" date,
  "estDeliveryDt" date,
  "redeliveryDt" date,
  "estRedeliveryDt" date,
  "coverFrom" date,
  "coverTo" date,
  "days" integer not null,
  "insBroker" text not null,
  "insBrokerRec" text not null,
  "subClub" text collate public."bordereau_zh",
  "grossTonnage" numeric(18,6),
  "gtRate" numeric(18,8),
  "cargoMt" numeric(18,6),
  "mtRate" numeric(18,8),
  "premium" numeric(20,2) not null,
  "oilInsuranceAp" text not null,
  "oilPremium" numeric(20,2),
  "totalPremium" numeric(20,2),
  "recordStatus" text default 'Draft',
  "surrenderAmt" numeric(20,2),
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  constraint "charterer_premium_pkey" primary key ("id"),
  constraint "charterer_premium_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "charterer_premium_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "charterer_premium_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "charterer_premium_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "charterer_premium_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "charterer_premium_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "charterer_premium_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "charterer_premium_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "charterer_premium_imoNum_kind" check (not "delFlag" = 'N' or (char_length("imoNum") <= 30)),
  constraint "charterer_premium_vesselType_kind" check (not "delFlag" = 'N' or (char_length("vesselType") <= 30)),
  constraint "charterer_premium_yearBuilt_kind" check (not "delFlag" = 'N' or (char_length("yearBuilt") <= 20)),
  constraint "charterer_premium_flagCntry_kind" check (not "delFlag" = 'N' or (char_length("flagCntry") <= 60)),
  constraint "charterer_premium_days_kind" check (not "delFlag" = 'N' or ("days" >= '1')),
  constraint "charterer_premium_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "charterer_premium_subClub_kind" check (not "delFlag" = 'N' or (char_length("subClub") <= 100)),
  constraint "charterer_premium_grossTonnage_kind" check (not "delFlag" = 'N' or ("grossTonnage" >= '0')),
  constraint "charterer_premium_gtRate_kind" check (not "delFlag" = 'N' or ("gtRate" >= '0')),
  constraint "charterer_premium_cargoMt_kind" check (not "delFlag" = 'N' or ("cargoMt" >= '0')),
  constraint "charterer_premium_mtRate_kind" check (not "delFlag" = 'N' or ("mtRate" >= '0')),
  constraint "charterer_premium_premium_kind" check (not "delFlag" = 'N' or ("premium" >= '0')),
  constraint "charterer_premium_oilInsuranceAp_kind" check (not "delFlag" = 'N' or ("oilInsuranceAp" in ('Y', 'N'))),
  constraint "charterer_premium_oilPremium_kind" check (not "delFlag" = 'N' or ("oilPremium" >= '0')),
  constraint "charterer_premium_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "charterer_premium_delivery_rule" check (not "delFlag" = 'N' or ((("deliveryDt" is not null) or ("estDeliveryDt" is not null)))),
  constraint "charterer_premium_redelivery_rule" check (not "delFlag" = 'N' or ((("redeliveryDt" is not null) or ("estRedeliveryDt" is not null)))),
  constraint "charterer_premium_charter-dates_rule" check (not "delFlag" = 'N' or (("coverFrom" <= "coverTo"))),
  constraint "charterer_premium_oil-premium_rule" check (not "delFlag" = 'N' or ((("oilInsuranceAp" = 'Y')) is not true or (("oilPremium" is not null))))
);
create unique index "charterer_premium_charter_unique" on public."charterer_premium" using btree ("versionId", "vslCde", "versionType", "coverFrom", "coverTo") where "delFlag" = 'N';
create index "charterer_premium_order_index" on public."charterer_premium" using btree ("vslCde", "coverFrom", "id") where "delFlag" = 'N';
create index "charterer_premium_billCompany_index" on public."charterer_premium" using btree ("billCompany") where "delFlag" = 'N';
create index "charterer_premium_cur_index" on public."charterer_premium" using btree ("cur") where "delFlag" = 'N';
create index "charterer_premium_insurerCde_index" on public."charterer_premium" using btree ("insurerCde") where "delFlag" = 'N';
create index "charterer_premium_insBroker_index" on public."charterer_premium" using btree ("insBroker") where "delFlag" = 'N';
create index "charterer_premium_coverFrom_index" on public."charterer_premium" using btree ("coverFrom", "id") where "delFlag" = 'N';
create index "charterer_premium_coverTo_index" on public."charterer_premium" using btree ("coverTo", "id") where "delFlag" = 'N';
create index "charterer_premium_versionId$live_index" on public."charterer_premium" using btree ("versionId$live");
create index "charterer_premium_search_index" on public."charterer_premium" using gin ("vslNme" gin_trgm_ops, "imoNum" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."container_premium" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insBroker" text,
  "insBrokerRec" text,
  "recordStatus" text default 'Draft',
  "policyStart" date not null,
  "policyEnd" date not null,
  "containerType" text not null,
  "sizeType" text not null,
  "cntrQty" integer not null,
  "subject" text collate public."bordereau_zh",
  "piClub" text,
  "residualValue" numeric(20,2) not null,
  "rate" numeric(18,8),
  "actPremium" numeric(20,2),
  "disRate" numeric(18,8) default '0',
  "residualDis" numeric(20,2),
  "ttPremiumDis" numeric(20,2),
  "rateCnyUsd" numeric(18,8),
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  "piClub$live" text generated always as (case when "delFlag" = 'N' then "piClub" end) stored,
  constraint "container_premium_pkey" primary key ("id"),
  constraint "container_premium_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "container_premium_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "container_premium_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "container_premium_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "container_premium_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "container_premium_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "container_premium_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "container_premium_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "container_premium_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "container_premium_containerType_options" check (not "delFlag" = 'N' or ("containerType" in ('CONTAINER', 'EQUIPMENT', 'CHASSIS'))),
  constraint "container_premium_sizeType_kind" check (not "delFlag" = 'N' or (char_length("sizeType") <= 20)),
  constraint "container_premium_cntrQty_kind" check (not "delFlag" = 'N' or ("cntrQty" >= '1' and "cntrQty" <= '100000000')),
  constraint "container_premium_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "container_premium_residualValue_kind" check (not "delFlag" = 'N' or ("residualValue" > '0')),
  constraint "container_premium_rate_kind" check (not "delFlag" = 'N' or ("rate" >= '0')),
  constraint "container_premium_disRate_kind" check (not "delFlag" = 'N' or ("disRate" >= '0' and "disRate" <= '1')),
  constraint "container_premium_rateCnyUsd_kind" check (not "delFlag" = 'N' or ("rateCnyUsd" > '0')),
  constraint "container_premium_cover-dates_order" check (not "delFlag" = 'N' or ("policyStart" <= "policyEnd"))
);
create unique index "container_premium_units-of-company_unique" on public."container_premium" using btree ("versionId", "billCompany", "containerType", "sizeType", "policyStart") where "delFlag" = 'N';
create index "container_premium_order_index" on public."container_premium" using btree ("billCompany", "containerType", "sizeType", "policyStart", "id") where "delFlag" = 'N';
create index "container_premium_piClub_index" on public."container_premium" using btree ("piClub") where "delFlag" = 'N';
create index "container_premium_cur_index" on public."container_premium" using btree ("cur") where "delFlag" = 'N';
create index "container_premium_policyStart_index" on public."container_premium" using btree ("policyStart", "id") where "delFlag" = 'N';
create index "container_premium_versionId$live_index" on public."container_premium" using btree ("versionId$live");
create index "container_premium_search_index" on public."container_premium" using gin ("sizeType" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."delay_risk" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "billNo" text not null,
  "subject" text collate public."bordereau_zh",
  "vslCde" text,
  "vslName" text collate public."bordereau_zh",
  "voyNo" text not null,
  "demandSide" text collate public."bordereau_zh",
  "regionInfo" text collate public."bordereau_zh",
  "policyFrom" date not null,
  "policyTo" date not null,
  "insureValue" numeric(20,2),
  "rate" numeric(12,8),
  "premium" numeric(20,2) not null,
  "stageNo" integer,
  "operator" text collate public."bordereau_zh",
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "status" text default 'Draft',
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "delay_risk_pkey" primary key ("id"),
  constraint "delay_risk_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "delay_risk_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "delay_risk_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "delay_risk_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "delay_risk_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "delay_risk_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "delay_risk_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "delay_risk_billNo_kind" check (not "delFlag" = 'N' or (char_length("billNo") <= 50)),
  constraint "delay_risk_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "delay_risk_vslName_kind" check (not "delFlag" = 'N' or (char_length("vslName") <= 30)),
  constraint "delay_risk_voyNo_kind" check (not "delFlag" = 'N' or (char_length("voyNo") <= 10)),
  constraint "delay_risk_demandSide_kind" check (not "delFlag" = 'N' or (char_length("demandSide") <= 100)),
  constraint "delay_risk_regionInfo_kind" check (not "delFlag" = 'N' or (char_length("regionInfo") <= 50)),
  constraint "delay_risk_insureValue_kind" check (not "delFlag" = 'N' or ("insureValue" > '0')),
  constraint "delay_risk_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "delay_risk_premium_kind" check (not "delFlag" = 'N' or ("premium" >= '0')),
  constraint "delay_risk_stageNo_kind" check (not "delFlag" = 'N' or ("stageNo" >= '1' and "stageNo" <= '20')),
  constraint "delay_risk_operator_kind" check (not "delFlag" = 'N' or (char_length("operator") <= 50)),
  constraint "delay_risk_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "delay_risk_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "delay_risk_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "delay_risk_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "delay_risk_vessel-or-demand-side_rule" check (not "delFlag" = 'N' or ((("vslCde" is not null) or ("demandSide" is not null))))
);
create unique index "delay_risk_billing-no_unique" on public."delay_risk" using btree ("versionId", "billNo") where "delFlag" = 'N';
create index "delay_risk_order_index" on public."delay_risk" using btree ("policyFrom" desc, "billNo", "id") where "delFlag" = 'N';
create index "delay_risk_vslCde_index" on public."delay_risk" using btree ("vslCde") where "delFlag" = 'N';
create index "delay_risk_billCompany_index" on public."delay_risk" using btree ("billCompany") where "delFlag" = 'N';
create index "delay_risk_cur_index" on public."delay_risk" using btree ("cur") where "delFlag" = 'N';
create index "delay_risk_insurerCde_index" on public."delay_risk" using btree ("insurerCde") where "delFlag" = 'N';
create index "delay_risk_versionId$live_index" on public."delay_risk" using btree ("versionId$live");
create index "delay_risk_search_index" on public."delay_risk" using gin ("billNo" gin_trgm_ops, "vslName" gin_trgm_ops, "voyNo" gin_trgm_ops, "demandSide" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."fee_insurance" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "billNo" text not null,
  "subject" text collate public."bordereau_zh",
  "vslCde" text,
  "vslName" text collate public."bordereau_zh",
  "voyNo" text not null,
  "demandSide" text collate public."bordereau_zh",
  "regionInfo" text collate public."bordereau_zh",
  "policyFrom" date not null,
  "policyTo" date not null,
  "insureValue" numeric(20,2),
  "rate" numeric(12,8),
  "premium" numeric(20,2) not null,
  "stageNo" integer,
  "operator" text collate public."bordereau_zh",
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "status" text default 'Draft',
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "fee_insurance_pkey" primary key ("id"),
  constraint "fee_insurance_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "fee_insurance_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "fee_insurance_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "fee_insurance_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "fee_insurance_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "fee_insurance_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "fee_insurance_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "fee_insurance_billNo_kind" check (not "delFlag" = 'N' or (char_length("billNo") <= 50)),
  constraint "fee_insurance_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "fee_insurance_vslName_kind" check (not "delFlag" = 'N' or (char_length("vslName") <= 30)),
  constraint "fee_insurance_voyNo_kind" check (not "delFlag" = 'N' or (char_length("voyNo") <= 10)),
  constraint "fee_insurance_demandSide_kind" check (not "delFlag" = 'N' or (char_length("demandSide") <= 100)),
  constraint "fee_insurance_regionInfo_kind" check (not "delFlag" = 'N' or (char_length("regionInfo") <= 50)),
  constraint "fee_insurance_insureValue_kind" check (not "delFlag" = 'N' or ("insureValue" > '0')),
  constraint "fee_insurance_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "fee_insurance_premium_kind" check (not "delFlag" = 'N' or ("premium" >= '0')),
  constraint "fee_insurance_stageNo_kind" check (not "delFlag" = 'N' or ("stageNo" >= '1' and "stageNo" <= '20')),
  constraint "fee_insurance_operator_kind" check (not "delFlag" = 'N' or (char_length("operator") <= 50)),
  constraint "fee_insurance_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "fee_insurance_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "fee_insurance_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "fee_insurance_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "fee_insurance_vessel-or-demand-side_rule" check (not "delFlag" = 'N' or ((("vslCde" is not null) or ("demandSide" is not null))))
);
create unique index "fee_insurance_billing-no_unique" on public."fee_insurance" using btree ("versionId", "billNo") where "delFlag" = 'N';
create index "fee_insurance_order_index" on public."fee_insurance" using btree ("policyFrom" desc, "billNo", "id") where "delFlag" = 'N';
create index "fee_insurance_vslCde_index" on public."fee_insurance" using btree ("vslCde") where "delFlag" = 'N';
create index "fee_insurance_billCompany_index" on public."fee_insurance" using btree ("billCompany") where "delFlag" = 'N';
create index "fee_insurance_cur_index" on public."fee_insurance" using btree ("cur") where "delFlag" = 'N';
create index "fee_insurance_insurerCde_index" on public."fee_insurance" using btree ("insurerCde") where "delFlag" = 'N';
create index "fee_insurance_versionId$live_index" on public."fee_insurance" using btree ("versionId$live");
create index "fee_insurance_search_index" on public."fee_insurance" using gin ("billNo" gin_trgm_ops, "vslName" gin_trgm_ops, "voyNo" gin_trgm_ops, "demandSide" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."freight_demurrage" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "billNo" text not null,
  "subject" text collate public."bordereau_zh",
  "vslCde" text,
  "vslName" text collate public."bordereau_zh",
  "voyNo" text not null,
  "demandSide" text collate public."bordereau_zh",
  "regionInfo" text collate public."bordereau_zh",
  "policyFrom" date not null,
  "policyTo" date not null,
  "insureValue" numeric(20,2),
  "rate" numeric(12,8),
  "premium" numeric(20,2) not null,
  "stageNo" integer,
  "operator" text collate public."bordereau_zh",
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "status" text default 'Draft',
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "freight_demurrage_pkey" primary key ("id"),
  constraint "freight_demurrage_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "freight_demurrage_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "freight_demurrage_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "freight_demurrage_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "freight_demurrage_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "freight_demurrage_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "freight_demurrage_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "freight_demurrage_billNo_kind" check (not "delFlag" = 'N' or (char_length("billNo") <= 50)),
  constraint "freight_demurrage_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "freight_demurrage_vslName_kind" check (not "delFlag" = 'N' or (char_length("vslName") <= 30)),
  constraint "freight_demurrage_voyNo_kind" check (not "delFlag" = 'N' or (char_length("voyNo") <= 10)),
  constraint "freight_demurrage_demandSide_kind" check (not "delFlag" = 'N' or (char_length("demandSide") <= 100)),
  constraint "freight_demurrage_regionInfo_kind" check (not "delFlag" = 'N' or (char_length("regionInfo") <= 50)),
  constraint "freight_demurrage_insureValue_kind" check (not "delFlag" = 'N' or ("insureValue" > '0')),
  constraint "freight_demurrage_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "freight_demurrage_premium_kind" check (not "delFlag" = 'N' or ("premium" >= '0')),
  constraint "freight_demurrage_stageNo_kind" check (not "delFlag" = 'N' or ("stageNo" >= '1' and "stageNo" <= '20')),
  constraint "freight_demurrage_operator_kind" check (not "delFlag" = 'N' or (char_length("operator") <= 50)),
  constraint "freight_demurrage_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "freight_demurrage_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "freight_demurrage_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "freight_demurrage_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "freight_demurrage_vessel-or-demand-side_rule" check (not "delFlag" = 'N' or ((("vslCde" is not null) or ("demandSide" is not null))))
);
create unique index "freight_demurrage_billing-no_unique" on public."freight_demurrage" using btree ("versionId", "billNo") where "delFlag" = 'N';
create index "freight_demurrage_order_index" on public."freight_demurrage" using btree ("policyFrom" desc, "billNo", "id") where "delFlag" = 'N';
create index "freight_demurrage_vslCde_index" on public."freight_demurrage" using btree ("vslCde") where "delFlag" = 'N';
create index "freight_demurrage_billCompany_index" on public."freight_demurrage" using btree ("billCompany") where "delFlag" = 'N';
create index "freight_demurrage_cur_index" on public."freight_demurrage" using btree ("cur") where "delFlag" = 'N';
create index "freight_demurrage_insurerCde_index" on public."freight_demurrage" using btree ("insurerCde") where "delFlag" = 'N';
create index "freight_demurrage_versionId$live_index" on public."freight_demurrage" using btree ("versionId$live");
create index "freight_demurrage_search_index" on public."freight_demurrage" using gin ("billNo" gin_trgm_ops, "vslName" gin_trgm_ops, "voyNo" gin_trgm_ops, "demandSide" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: call-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."hull_ap" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "busMonth" text not null,
  "vslCde" text not null,
  "vslNme" text collate public."bordereau_zh",
  "billCompany" text,
  "svvdNum" text,
  "svc" text,
  "voy" text,
  "dir" text,
  "portCallTransit" text collate public."bordereau_zh",
  "ata" date not null,
  "atd" date not null,
  "days" integer,
  "warInsured" numeric(20,2),
  "rate7Days" numeric(18,8) not null,
  "apMode" text default 'BEGUN',
  "apPremium" numeric(20,2),
  "fileName" text collate public."bordereau_zh",
  "totalAPPremium" numeric(20,2),
  "remark" text collate public."bordereau_zh",
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  constraint "hull_ap_pkey" primary key ("id"),
  constraint "hull_ap_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "hull_ap_busMonth_kind" check (not "delFlag" = 'N' or ("busMonth" ~ '^[0-9]{4}(0[1-9]|1[0-2])$')),
  constraint "hull_ap_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "hull_ap_svvdNum_kind" check (not "delFlag" = 'N' or (char_length("svvdNum") <= 30)),
  constraint "hull_ap_svc_kind" check (not "delFlag" = 'N' or (char_length("svc") <= 10)),
  constraint "hull_ap_voy_kind" check (not "delFlag" = 'N' or (char_length("voy") <= 10)),
  constraint "hull_ap_dir_kind" check (not "delFlag" = 'N' or (char_length("dir") <= 2)),
  constraint "hull_ap_portCallTransit_kind" check (not "delFlag" = 'N' or (char_length("portCallTransit") <= 100)),
  constraint "hull_ap_days_kind" check (not "delFlag" = 'N' or ("days" >= '1')),
  constraint "hull_ap_warInsured_kind" check (not "delFlag" = 'N' or ("warInsured" > '0')),
  constraint "hull_ap_rate7Days_kind" check (not "delFlag" = 'N' or ("rate7Days" > '0' and "rate7Days" < '1')),
  constraint "hull_ap_apMode_options" check (not "delFlag" = 'N' or ("apMode" in ('BEGUN', 'PRORATA'))),
  constraint "hull_ap_fileName_kind" check (not "delFlag" = 'N' or (char_length("fileName") <= 200)),
  constraint "hull_ap_totalAPPremium_kind" check (not "delFlag" = 'N' or ("totalAPPremium" >= '0')),
  constraint "hull_ap_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "hull_ap_call-dates_order" check (not "delFlag" = 'N' or ("ata" <= "atd")),
  constraint "hull_ap_month-of-call_rule" check (not "delFlag" = 'N' or (("busMonth" collate "C" >= (lpad(extract(year from "ata")::int::text, 4, '0') || lpad(extract(month from "ata")::int::text, 2, '0'))))),
  constraint "hull_ap_breach-period_overlap" exclude using gist ("versionId" with =, "vslCde" with =, (case when "atd" is null or "ata" <= "atd" then daterange("ata", "atd", '[]') end) with &&) where ("delFlag" = 'N' and "ata" is not null)
);
create index "hull_ap_order_index" on public."hull_ap" using btree ("busMonth" desc, "vslCde", "ata", "id") where "delFlag" = 'N';
create index "hull_ap_versionId_index" on public."hull_ap" using btree ("versionId") where "delFlag" = 'N';
create index "hull_ap_vslCde_index" on public."hull_ap" using btree ("vslCde") where "delFlag" = 'N';
create index "hull_ap_ata_index" on public."hull_ap" using btree ("ata", "id") where "delFlag" = 'N';
create index "hull_ap_billCompany_index" on public."hull_ap" using btree ("billCompany") where "delFlag" = 'N';
create index "hull_ap_versionId$live_index" on public."hull_ap" using btree ("versionId$live");
create index "hull_ap_search_index" on public."hull_ap" using gin ("fileName" gin_trgm_ops, "vslNme" gin_trgm_ops, "svvdNum" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."hull_premium" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "versionId" bigint not null,
  "policyYear" text,
  "vslCde" text not null,
  "vslNme" text collate public."bordereau_zh",
  "fleet" text,
  "billCompany" text,
  "insurerCde" text,
  "insBroker" text,
  "insBrokerRec" text,
  "policyStart" date not null,
  "policyEnd" date not null,
  "cur" text,
  "hmInsureValue" numeric(20,2),
  "hmRate" numeric(18,8),
  "hmPremium" numeric(20,2),
  "ivInsureValue" numeric(20,2),
  "ivRate" numeric(18,8),
  "ivPremium" numeric(20,2),
  "warInsureValue" numeric(20,2),
  "warRate" numeric(18,8),
  "warPremium" numeric(20,2),
  "hmTotalPremium" numeric(20,2),
  "returnAmt" numeric(20,2),
  "surrenderAmt" numeric(20,2),
  "ciConfirmStatus" text,
  "hmPolicyNo" text,
  "ivPolicyNo" text,
  "warPolicyNo" text,
  "hmEndorsementNo" text,
  "ivEndorsementNo" text,
  "warEndorsementNo" text,
  "remark" text collate public."bordereau_zh",
  "recordStatus" text default 'Draft',
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "fleet$live" text generated always as (case when "delFlag" = 'N' then "fleet" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  constraint "hull_premium_pkey" primary key ("id"),
  constraint "hull_premium_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "hull_premium_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "hull_premium_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "hull_premium_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "hull_premium_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "hull_premium_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "hull_premium_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "hull_premium_hmInsureValue_kind" check (not "delFlag" = 'N' or ("hmInsureValue" >= '0')),
  constraint "hull_premium_hmRate_kind" check (not "delFlag" = 'N' or ("hmRate" >= '0' and "hmRate" < '1')),
  constraint "hull_premium_ivInsureValue_kind" check (not "delFlag" = 'N' or ("ivInsureValue" >= '0')),
  constraint "hull_premium_ivRate_kind" check (not "delFlag" = 'N' or ("ivRate" >= '0' and "ivRate" < '1')),
  constraint "hull_premium_warInsureValue_kind" check (not "delFlag" = 'N' or ("warInsureValue" >= '0')),
  constraint "hull_premium_warRate_kind" check (not "delFlag" = 'N' or ("warRate" >= '0' and "warRate" < '1')),
  constraint "hull_premium_ciConfirmStatus_options" check (not "delFlag" = 'N' or ("ciConfirmStatus" in ('Sent', 'Confirmed', 'Refused'))),
  constraint "hull_premium_hmPolicyNo_kind" check (not "delFlag" = 'N' or (char_length("hmPolicyNo") <= 50)),
  constraint "hull_premium_ivPolicyNo_kind" check (not "delFlag" = 'N' or (char_length("ivPolicyNo") <= 50)),
  constraint "hull_premium_warPolicyNo_kind" check (not "delFlag" = 'N' or (char_length("warPolicyNo") <= 50)),
  constraint "hull_premium_hmEndorsementNo_kind" check (not "delFlag" = 'N' or (char_length("hmEndorsementNo") <= 50)),
  constraint "hull_premium_ivEndorsementNo_kind" check (not "delFlag" = 'N' or (char_length("ivEndorsementNo") <= 50)),
  constraint "hull_premium_warEndorsementNo_kind" check (not "delFlag" = 'N' or (char_length("warEndorsementNo") <= 50)),
  constraint "hull_premium_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "hull_premium_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "hull_premium_cover-dates_order" check (not "delFlag" = 'N' or ("policyStart" <= "policyEnd")),
  constraint "hull_premium_iv-value-needs-hull_rule" check (not "delFlag" = 'N' or ((("ivInsureValue" is not null)) is not true or (("hmInsureValue" is not null)))),
  constraint "hull_premium_war-value-needs-hull_rule" check (not "delFlag" = 'N' or ((("warInsureValue" is not null)) is not true or ((("hmInsureValue" is not null) and ("ivInsureValue" is not null))))),
  constraint "hull_premium_iv-needs-hull_rule" check (not "delFlag" = 'N' or ((("ivRate" is not null)) is not true or (("hmRate" is not null)))),
  constraint "hull_premium_war-needs-hull_rule" check (not "delFlag" = 'N' or ((("warRate" is not null)) is not true or ((("hmRate" is not null) and ("ivRate" is not null))))),
  constraint "hull_premium_cover-period_overlap" exclude using gist ("versionId" with =, "vslCde" with =, (case when "policyEnd" is null or "policyStart" <= "policyEnd" then daterange("policyStart", "policyEnd", '[]') end) with &&) where ("delFlag" = 'N' and "policyStart" is not null)
);
create index "hull_premium_order_index" on public."hull_premium" using btree ("vslCde", "policyStart", "id") where "delFlag" = 'N';
create index "hull_premium_versionId_index" on public."hull_premium" using btree ("versionId") where "delFlag" = 'N';
create index "hull_premium_fleet_index" on public."hull_premium" using btree ("fleet") where "delFlag" = 'N';
create index "hull_premium_billCompany_index" on public."hull_premium" using btree ("billCompany") where "delFlag" = 'N';
create index "hull_premium_insurerCde_index" on public."hull_premium" using btree ("insurerCde") where "delFlag" = 'N';
create index "hull_premium_policyStart_index" on public."hull_premium" using btree ("policyStart", "id") where "delFlag" = 'N';
create index "hull_premium_versionId$live_index" on public."hull_premium" using btree ("versionId$live");
create index "hull_premium_search_index" on public."hull_premium" using gin ("vslNme" gin_trgm_ops, "hmPolicyNo" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."innocent_owner" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "billNo" text not null,
  "subject" text collate public."bordereau_zh",
  "vslCde" text,
  "vslName" text collate public."bordereau_zh",
  "voyNo" text not null,
  "demandSide" text collate public."bordereau_zh",
  "regionInfo" text collate public."bordereau_zh",
  "policyFrom" date not null,
  "policyTo" date not null,
  "insureValue" numeric(20,2),
  "rate" numeric(12,8),
  "premium" numeric(20,2) not null,
  "stageNo" integer,
  "operator" text collate public."bordereau_zh",
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "status" text default 'Draft',
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "innocent_owner_pkey" primary key ("id"),
  constraint "innocent_owner_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "innocent_owner_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "innocent_owner_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "innocent_owner_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "innocent_owner_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "innocent_owner_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "innocent_owner_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "innocent_owner_billNo_kind" check (not "delFlag" = 'N' or (char_length("billNo") <= 50)),
  constraint "innocent_owner_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "innocent_owner_vslName_kind" check (not "delFlag" = 'N' or (char_length("vslName") <= 30)),
  constraint "innocent_owner_voyNo_kind" check (not "delFlag" = 'N' or (char_length("voyNo") <= 10)),
  constraint "innocent_owner_demandSide_kind" check (not "delFlag" = 'N' or (char_length("demandSide") <= 100)),
  constraint "innocent_owner_regionInfo_kind" check (not "delFlag" = 'N' or (char_length("regionInfo") <= 50)),
  constraint "innocent_owner_insureValue_kind" check (not "delFlag" = 'N' or ("insureValue" > '0')),
  constraint "innocent_owner_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "innocent_owner_premium_kind" check (not "delFlag" = 'N' or ("premium" >= '0')),
  constraint "innocent_owner_stageNo_kind" check (not "delFlag" = 'N' or ("stageNo" >= '1' and "stageNo" <= '20')),
  constraint "innocent_owner_operator_kind" check (not "delFlag" = 'N' or (char_length("operator") <= 50)),
  constraint "innocent_owner_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "innocent_owner_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "innocent_owner_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "innocent_owner_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "innocent_owner_vessel-or-demand-side_rule" check (not "delFlag" = 'N' or ((("vslCde" is not null) or ("demandSide" is not null))))
);
create unique index "innocent_owner_billing-no_unique" on public."innocent_owner" using btree ("versionId", "billNo") where "delFlag" = 'N';
create index "innocent_owner_order_index" on public."innocent_owner" using btree ("policyFrom" desc, "billNo", "id") where "delFlag" = 'N';
create index "innocent_owner_vslCde_index" on public."innocent_owner" using btree ("vslCde") where "delFlag" = 'N';
create index "innocent_owner_billCompany_index" on public."innocent_owner" using btree ("billCompany") where "delFlag" = 'N';
create index "innocent_owner_cur_index" on public."innocent_owner" using btree ("cur") where "delFlag" = 'N';
create index "innocent_owner_insurerCde_index" on public."innocent_owner" using btree ("insurerCde") where "delFlag" = 'N';
create index "innocent_owner_versionId$live_index" on public."innocent_owner" using btree ("versionId$live");
create index "innocent_owner_search_index" on public."innocent_owner" using gin ("billNo" gin_trgm_ops, "vslName" gin_trgm_ops, "voyNo" gin_trgm_ops, "demandSide" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."kidnap_ransom" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "billNo" text not null,
  "subject" text collate public."bordereau_zh",
  "vslCde" text,
  "vslName" text collate public."bordereau_zh",
  "voyNo" text not null,
  "demandSide" text collate public."bordereau_zh",
  "regionInfo" text collate public."bordereau_zh",
  "policyFrom" date not null,
  "policyTo" date not null,
  "insureValue" numeric(20,2),
  "rate" numeric(12,8),
  "premium" numeric(20,2) not null,
  "stageNo" integer,
  "operator" text collate public."bordereau_zh",
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "status" text default 'Draft',
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "kidnap_ransom_pkey" primary key ("id"),
  constraint "kidnap_ransom_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "kidnap_ransom_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "kidnap_ransom_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "kidnap_ransom_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "kidnap_ransom_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "kidnap_ransom_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "kidnap_ransom_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "kidnap_ransom_billNo_kind" check (not "delFlag" = 'N' or (char_length("billNo") <= 50)),
  constraint "kidnap_ransom_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "kidnap_ransom_vslName_kind" check (not "delFlag" = 'N' or (char_length("vslName") <= 30)),
  constraint "kidnap_ransom_voyNo_kind" check (not "delFlag" = 'N' or (char_length("voyNo") <= 10)),
  constraint "kidnap_ransom_demandSide_kind" check (not "delFlag" = 'N' or (char_length("demandSide") <= 100)),
  constraint "kidnap_ransom_regionInfo_kind" check (not "delFlag" = 'N' or (char_length("regionInfo") <= 50)),
  constraint "kidnap_ransom_insureValue_kind" check (not "delFlag" = 'N' or ("insureValue" > '0')),
  constraint "kidnap_ransom_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "kidnap_ransom_premium_kind" check (not "delFlag" = 'N' or ("premium" >= '0')),
  constraint "kidnap_ransom_stageNo_kind" check (not "delFlag" = 'N' or ("stageNo" >= '1' and "stageNo" <= '20')),
  constraint "kidnap_ransom_operator_kind" check (not "delFlag" = 'N' or (char_length("operator") <= 50)),
  constraint "kidnap_ransom_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "kidnap_ransom_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "kidnap_ransom_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "kidnap_ransom_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "kidnap_ransom_vessel-or-demand-side_rule" check (not "delFlag" = 'N' or ((("vslCde" is not null) or ("demandSide" is not null))))
);
create unique index "kidnap_ransom_billing-no_unique" on public."kidnap_ransom" using btree ("versionId", "billNo") where "delFlag" = 'N';
create index "kidnap_ransom_order_index" on public."kidnap_ransom" using btree ("policyFrom" desc, "billNo", "id") where "delFlag" = 'N';
create index "kidnap_ransom_vslCde_index" on public."kidnap_ransom" using btree ("vslCde") where "delFlag" = 'N';
create index "kidnap_ransom_billCompany_index" on public."kidnap_ransom" using btree ("billCompany") where "delFlag" = 'N';
create index "kidnap_ransom_cur_index" on public."kidnap_ransom" using btree ("cur") where "delFlag" = 'N';
create index "kidnap_ransom_insurerCde_index" on public."kidnap_ransom" using btree ("insurerCde") where "delFlag" = 'N';
create index "kidnap_ransom_versionId$live_index" on public."kidnap_ransom" using btree ("versionId$live");
create index "kidnap_ransom_search_index" on public."kidnap_ransom" using gin ("billNo" gin_trgm_ops, "vslName" gin_trgm_ops, "voyNo" gin_trgm_ops, "demandSide" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."liability_ap" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text not null,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "vslCde" text not null,
  "vslNme" text collate public."bordereau_zh" not null,
  "voyNum" text,
  "policyFrom" date not null,
  "policyTo" date not null,
  "insBroker" text not null,
  "insBrokerRec" text not null,
  "calcType" text not null,
  "calcUnit" text not null,
  "calcQty" numeric(18,6),
  "calcRate" numeric(18,8) not null,
  "premium" numeric(20,2) not null,
  "recordStatus" text default 'Draft',
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  constraint "liability_ap_pkey" primary key ("id"),
  constraint "liability_ap_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "liability_ap_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "liability_ap_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('PI', 'TCL', 'FDD', 'KR', 'WAR', 'OTHER'))),
  constraint "liability_ap_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "liability_ap_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "liability_ap_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "liability_ap_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "liability_ap_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "liability_ap_voyNum_kind" check (not "delFlag" = 'N' or (char_length("voyNum") <= 10)),
  constraint "liability_ap_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "liability_ap_calcType_options" check (not "delFlag" = 'N' or ("calcType" in ('UNIT', 'PRORATA', 'MANUAL'))),
  constraint "liability_ap_calcUnit_options" check (not "delFlag" = 'N' or ("calcUnit" in ('GT', 'TEU', 'DAY', 'VOYAGE', 'LUMP'))),
  constraint "liability_ap_calcQty_kind" check (not "delFlag" = 'N' or ("calcQty" >= '0')),
  constraint "liability_ap_calcRate_kind" check (not "delFlag" = 'N' or ("calcRate" >= '0')),
  constraint "liability_ap_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "liability_ap_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo"))
);
create unique index "liability_ap_interval_unique" on public."liability_ap" using btree ("versionId", "vslCde", "policyFrom", "policyTo") where "delFlag" = 'N';
create index "liability_ap_order_index" on public."liability_ap" using btree ("vslCde", "policyFrom", "id") where "delFlag" = 'N';
create index "liability_ap_billCompany_index" on public."liability_ap" using btree ("billCompany") where "delFlag" = 'N';
create index "liability_ap_cur_index" on public."liability_ap" using btree ("cur") where "delFlag" = 'N';
create index "liability_ap_insurerCde_index" on public."liability_ap" using btree ("insurerCde") where "delFlag" = 'N';
create index "liability_ap_policyFrom_index" on public."liability_ap" using btree ("policyFrom", "id") where "delFlag" = 'N';
create index "liability_ap_versionId$live_index" on public."liability_ap" using btree ("versionId$live");
create index "liability_ap_search_index" on public."liability_ap" using gin ("vslNme" gin_trgm_ops, "voyNum" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."liability_premium" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text not null,
  "billCompany" text,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text,
  "reportCompany" text collate public."bordereau_zh" not null,
  "policyHolder" text collate public."bordereau_zh",
  "insured" text collate public."bordereau_zh" not null,
  "subject" text collate public."bordereau_zh",
  "subAddress" text collate public."bordereau_zh" not null,
  "subType" text not null,
  "policyFrom" date not null,
  "policyTo" date not null,
  "insuredValue" numeric(20,2) not null,
  "insuredFixType" text not null,
  "rate" numeric(12,8) not null,
  "yearPremium" numeric(20,2) not null,
  "actPremium" numeric(20,2) not null,
  "status" text default 'Draft',
  "manageNature" text,
  "insureType" text,
  "storageAddress" text collate public."bordereau_zh" not null,
  "onePayLimit" numeric(20,2) not null,
  "allPayLimit" numeric(20,2),
  "insuredPersons" text collate public."bordereau_zh" not null,
  "insBroker" text,
  "insBrokerRec" text,
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  constraint "liability_premium_pkey" primary key ("id"),
  constraint "liability_premium_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "liability_premium_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "liability_premium_policyType_kind" check (not "delFlag" = 'N' or (char_length("policyType") <= 10)),
  constraint "liability_premium_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "liability_premium_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "liability_premium_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "liability_premium_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "liability_premium_reportCompany_kind" check (not "delFlag" = 'N' or (char_length("reportCompany") <= 100)),
  constraint "liability_premium_policyHolder_kind" check (not "delFlag" = 'N' or (char_length("policyHolder") <= 100)),
  constraint "liability_premium_insured_kind" check (not "delFlag" = 'N' or (char_length("insured") <= 100)),
  constraint "liability_premium_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "liability_premium_subAddress_kind" check (not "delFlag" = 'N' or (char_length("subAddress") <= 100)),
  constraint "liability_premium_subType_kind" check (not "delFlag" = 'N' or (char_length("subType") <= 10)),
  constraint "liability_premium_insuredValue_kind" check (not "delFlag" = 'N' or ("insuredValue" > '0')),
  constraint "liability_premium_insuredFixType_options" check (not "delFlag" = 'N' or ("insuredFixType" in ('BOOK', 'APPRAISED', 'REPLACE', 'AGREED'))),
  constraint "liability_premium_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "liability_premium_yearPremium_kind" check (not "delFlag" = 'N' or ("yearPremium" >= '0')),
  constraint "liability_premium_actPremium_kind" check (not "delFlag" = 'N' or ("actPremium" >= '0')),
  constraint "liability_premium_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "liability_premium_manageNature_kind" check (not "delFlag" = 'N' or (char_length("manageNature") <= 10)),
  constraint "liability_premium_insureType_kind" check (not "delFlag" = 'N' or (char_length("insureType") <= 10)),
  constraint "liability_premium_storageAddress_kind" check (not "delFlag" = 'N' or (char_length("storageAddress") <= 100)),
  constraint "liability_premium_onePayLimit_kind" check (not "delFlag" = 'N' or ("onePayLimit" > '0')),
  constraint "liability_premium_allPayLimit_kind" check (not "delFlag" = 'N' or ("allPayLimit" > '0')),
  constraint "liability_premium_insuredPersons_kind" check (not "delFlag" = 'N' or (char_length("insuredPersons") <= 100)),
  constraint "liability_premium_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "liability_premium_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "liability_premium_limits_rule" check (not "delFlag" = 'N' or (("onePayLimit" <= "allPayLimit"))),
  constraint "liability_premium_cover-period_overlap" exclude using gist ("versionId" with =, "insured" with =, "subAddress" with =, (case when "policyTo" is null or "policyFrom" <= "policyTo" then daterange("policyFrom", "policyTo", '[]') end) with &&) where ("delFlag" = 'N' and "policyFrom" is not null)
);
create index "liability_premium_order_index" on public."liability_premium" using btree ("insured", "subAddress", "policyFrom", "id") where "delFlag" = 'N';
create index "liability_premium_versionId_index" on public."liability_premium" using btree ("versionId") where "delFlag" = 'N';
create index "liability_premium_billCompany_index" on public."liability_premium" using btree ("billCompany") where "delFlag" = 'N';
create index "liability_premium_cur_index" on public."liability_premium" using btree ("cur") where "delFlag" = 'N';
create index "liability_premium_insurerCde_index" on public."liability_premium" using btree ("insurerCde") where "delFlag" = 'N';
create index "liability_premium_versionId$live_index" on public."liability_premium" using btree ("versionId$live");
create index "liability_premium_search_index" on public."liability_premium" using gin ("insured" gin_trgm_ops, "reportCompany" gin_trgm_ops, "policyHolder" gin_trgm_ops, "subAddress" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."logistics_liability" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "reportCompany" text collate public."bordereau_zh",
  "policyHolder" text collate public."bordereau_zh",
  "insured" text collate public."bordereau_zh" not null,
  "subject" text collate public."bordereau_zh",
  "subAddress" text collate public."bordereau_zh",
  "subType" text,
  "policyFrom" date not null,
  "policyTo" date not null,
  "insuredValue" numeric(20,2) not null,
  "insuredFixType" text,
  "rate" numeric(12,8) not null,
  "yearPremium" numeric(20,2) not null,
  "actPremium" numeric(20,2) not null,
  "status" text default 'Draft',
  "palletCode" text collate public."bordereau_zh" not null,
  "projectNo" text collate public."bordereau_zh" not null,
  "personOrAddress" text collate public."bordereau_zh",
  "coInsuranceRate" numeric(18,8) not null,
  "fullPremium" numeric(20,2) not null,
  "deductible" numeric(20,2),
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "logistics_liability_pkey" primary key ("id"),
  constraint "logistics_liability_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "logistics_liability_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "logistics_liability_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "logistics_liability_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "logistics_liability_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "logistics_liability_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "logistics_liability_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "logistics_liability_reportCompany_kind" check (not "delFlag" = 'N' or (char_length("reportCompany") <= 100)),
  constraint "logistics_liability_policyHolder_kind" check (not "delFlag" = 'N' or (char_length("policyHolder") <= 100)),
  constraint "logistics_liability_insured_kind" check (not "delFlag" = 'N' or (char_length("insured") <= 100)),
  constraint "logistics_liability_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "logistics_liability_subAddress_kind" check (not "delFlag" = 'N' or (char_length("subAddress") <= 100)),
  constraint "logistics_liability_subType_kind" check (not "delFlag" = 'N' or (char_length("subType") <= 10)),
  constraint "logistics_liability_insuredValue_kind" check (not "delFlag" = 'N' or ("insuredValue" > '0')),
  constraint "logistics_liability_insuredFixType_options" check (not "delFlag" = 'N' or ("insuredFixType" in ('BOOK', 'APPRAISED', 'REPLACE', 'AGREED'))),
  constraint "logistics_liability_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "logistics_liability_yearPremium_kind" check (not "delFlag" = 'N' or ("yearPremium" >= '0')),
  constraint "logistics_liability_actPremium_kind" check (not "delFlag" = 'N' or ("actPremium" >= '0')),
  constraint "logistics_liability_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "logistics_liability_palletCode_kind" check (not "delFlag" = 'N' or (char_length("palletCode") <= 100)),
  constraint "logistics_liability_projectNo_kind" check (not "delFlag" = 'N' or (char_length("projectNo") <= 100)),
  constraint "logistics_liability_personOrAddress_kind" check (not "delFlag" = 'N' or (char_length("personOrAddress") <= 100)),
  constraint "logistics_liability_coInsuranceRate_kind" check (not "delFlag" = 'N' or ("coInsuranceRate" > '0' and "coInsuranceRate" <= '1')),
  constraint "logistics_liability_fullPremium_kind" check (not "delFlag" = 'N' or ("fullPremium" >= '0')),
  constraint "logistics_liability_deductible_kind" check (not "delFlag" = 'N' or ("deductible" >= '0')),
  constraint "logistics_liability_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "logistics_liability_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "logistics_liability_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo"))
);
create unique index "logistics_liability_pallet-and-project_unique" on public."logistics_liability" using btree ("versionId", "palletCode", "projectNo") where "delFlag" = 'N';
create index "logistics_liability_order_index" on public."logistics_liability" using btree ("palletCode", "projectNo", "id") where "delFlag" = 'N';
create index "logistics_liability_billCompany_index" on public."logistics_liability" using btree ("billCompany") where "delFlag" = 'N';
create index "logistics_liability_cur_index" on public."logistics_liability" using btree ("cur") where "delFlag" = 'N';
create index "logistics_liability_insurerCde_index" on public."logistics_liability" using btree ("insurerCde") where "delFlag" = 'N';
create index "logistics_liability_policyFrom_index" on public."logistics_liability" using btree ("policyFrom", "id") where "delFlag" = 'N';
create index "logistics_liability_versionId$live_index" on public."logistics_liability" using btree ("versionId$live");
create index "logistics_liability_search_index" on public."logistics_liability" using gin ("palletCode" gin_trgm_ops, "projectNo" gin_trgm_ops, "insured" gin_trgm_ops, "reportCompany" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."loss_of_hire" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "billNo" text not null,
  "subject" text collate public."bordereau_zh",
  "vslCde" text,
  "vslName" text collate public."bordereau_zh",
  "voyNo" text not null,
  "demandSide" text collate public."bordereau_zh",
  "regionInfo" text collate public."bordereau_zh",
  "policyFrom" date not null,
  "policyTo" date not null,
  "insureValue" numeric(20,2),
  "rate" numeric(12,8),
  "premium" numeric(20,2) not null,
  "stageNo" integer,
  "operator" text collate public."bordereau_zh",
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "status" text default 'Draft',
  "surrenderAmt" numeric(20,2),
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "loss_of_hire_pkey" primary key ("id"),
  constraint "loss_of_hire_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "loss_of_hire_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "loss_of_hire_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "loss_of_hire_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "loss_of_hire_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "loss_of_hire_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "loss_of_hire_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "loss_of_hire_billNo_kind" check (not "delFlag" = 'N' or (char_length("billNo") <= 50)),
  constraint "loss_of_hire_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "loss_of_hire_vslName_kind" check (not "delFlag" = 'N' or (char_length("vslName") <= 30)),
  constraint "loss_of_hire_voyNo_kind" check (not "delFlag" = 'N' or (char_length("voyNo") <= 10)),
  constraint "loss_of_hire_demandSide_kind" check (not "delFlag" = 'N' or (char_length("demandSide") <= 100)),
  constraint "loss_of_hire_regionInfo_kind" check (not "delFlag" = 'N' or (char_length("regionInfo") <= 50)),
  constraint "loss_of_hire_insureValue_kind" check (not "delFlag" = 'N' or ("insureValue" > '0')),
  constraint "loss_of_hire_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "loss_of_hire_premium_kind" check (not "delFlag" = 'N' or ("premium" >= '0')),
  constraint "loss_of_hire_stageNo_kind" check (not "delFlag" = 'N' or ("stageNo" >= '1' and "stageNo" <= '20')),
  constraint "loss_of_hire_operator_kind" check (not "delFlag" = 'N' or (char_length("operator") <= 50)),
  constraint "loss_of_hire_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "loss_of_hire_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "loss_of_hire_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "loss_of_hire_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "loss_of_hire_vessel-or-demand-side_rule" check (not "delFlag" = 'N' or ((("vslCde" is not null) or ("demandSide" is not null))))
);
create unique index "loss_of_hire_billing-no_unique" on public."loss_of_hire" using btree ("versionId", "billNo") where "delFlag" = 'N';
create index "loss_of_hire_order_index" on public."loss_of_hire" using btree ("policyFrom" desc, "billNo", "id") where "delFlag" = 'N';
create index "loss_of_hire_vslCde_index" on public."loss_of_hire" using btree ("vslCde") where "delFlag" = 'N';
create index "loss_of_hire_billCompany_index" on public."loss_of_hire" using btree ("billCompany") where "delFlag" = 'N';
create index "loss_of_hire_cur_index" on public."loss_of_hire" using btree ("cur") where "delFlag" = 'N';
create index "loss_of_hire_insurerCde_index" on public."loss_of_hire" using btree ("insurerCde") where "delFlag" = 'N';
create index "loss_of_hire_versionId$live_index" on public."loss_of_hire" using btree ("versionId$live");
create index "loss_of_hire_search_index" on public."loss_of_hire" using gin ("billNo" gin_trgm_ops, "vslName" gin_trgm_ops, "voyNo" gin_trgm_ops, "demandSide" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."other_liability" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "reportCompany" text collate public."bordereau_zh",
  "policyHolder" text collate public."bordereau_zh",
  "insured" text collate public."bordereau_zh" not null,
  "subject" text collate public."bordereau_zh",
  "subAddress" text collate public."bordereau_zh",
  "subType" text,
  "policyFrom" date not null,
  "policyTo" date not null,
  "insuredValue" numeric(20,2) not null,
  "insuredFixType" text,
  "rate" numeric(12,8) not null,
  "yearPremium" numeric(20,2) not null,
  "actPremium" numeric(20,2) not null,
  "status" text default 'Draft',
  "palletCode" text collate public."bordereau_zh" not null,
  "projectNo" text collate public."bordereau_zh" not null,
  "personOrAddress" text collate public."bordereau_zh",
  "coInsuranceRate" numeric(18,8) not null,
  "fullPremium" numeric(20,2) not null,
  "deductible" numeric(20,2),
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "other_liability_pkey" primary key ("id"),
  constraint "other_liability_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "other_liability_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "other_liability_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "other_liability_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "other_liability_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "other_liability_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "other_liability_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "other_liability_reportCompany_kind" check (not "delFlag" = 'N' or (char_length("reportCompany") <= 100)),
  constraint "other_liability_policyHolder_kind" check (not "delFlag" = 'N' or (char_length("policyHolder") <= 100)),
  constraint "other_liability_insured_kind" check (not "delFlag" = 'N' or (char_length("insured") <= 100)),
  constraint "other_liability_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "other_liability_subAddress_kind" check (not "delFlag" = 'N' or (char_length("subAddress") <= 100)),
  constraint "other_liability_subType_kind" check (not "delFlag" = 'N' or (char_length("subType") <= 10)),
  constraint "other_liability_insuredValue_kind" check (not "delFlag" = 'N' or ("insuredValue" > '0')),
  constraint "other_liability_insuredFixType_options" check (not "delFlag" = 'N' or ("insuredFixType" in ('BOOK', 'APPRAISED', 'REPLACE', 'AGREED'))),
  constraint "other_liability_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "other_liability_yearPremium_kind" check (not "delFlag" = 'N' or ("yearPremium" >= '0')),
  constraint "other_liability_actPremium_kind" check (not "delFlag" = 'N' or ("actPremium" >= '0')),
  constraint "other_liability_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "other_liability_palletCode_kind" check (not "delFlag" = 'N' or (char_length("palletCode") <= 100)),
  constraint "other_liability_projectNo_kind" check (not "delFlag" = 'N' or (char_length("projectNo") <= 100)),
  constraint "other_liability_personOrAddress_kind" check (not "delFlag" = 'N' or (char_length("personOrAddress") <= 100)),
  constraint "other_liability_coInsuranceRate_kind" check (not "delFlag" = 'N' or ("coInsuranceRate" > '0' and "coInsuranceRate" <= '1')),
  constraint "other_liability_fullPremium_kind" check (not "delFlag" = 'N' or ("fullPremium" >= '0')),
  constraint "other_liability_deductible_kind" check (not "delFlag" = 'N' or ("deductible" >= '0')),
  constraint "other_liability_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "other_liability_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "other_liability_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo"))
);
create unique index "other_liability_pallet-and-project_unique" on public."other_liability" using btree ("versionId", "palletCode", "projectNo") where "delFlag" = 'N';
create index "other_liability_order_index" on public."other_liability" using btree ("palletCode", "projectNo", "id") where "delFlag" = 'N';
create index "other_liability_billCompany_index" on public."other_liability" using btree ("billCompany") where "delFlag" = 'N';
create index "other_liability_cur_index" on public."other_liability" using btree ("cur") where "delFlag" = 'N';
create index "other_liability_insurerCde_index" on public."other_liability" using btree ("insurerCde") where "delFlag" = 'N';
create index "other_liability_policyFrom_index" on public."other_liability" using btree ("policyFrom", "id") where "delFlag" = 'N';
create index "other_liability_versionId$live_index" on public."other_liability" using btree ("versionId$live");
create index "other_liability_search_index" on public."other_liability" using gin ("palletCode" gin_trgm_ops, "projectNo" gin_trgm_ops, "insured" gin_trgm_ops, "reportCompany" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."pi_premium" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insBroker" text,
  "insBrokerRec" text,
  "recordStatus" text default 'Draft',
  "policyStart" date not null,
  "policyEnd" date not null,
  "vslCde" text not null,
  "vslNme" text collate public."bordereau_zh",
  "fleetCde" text,
  "piClub" text,
  "gt" numeric(12,2),
  "manualGt" numeric(12,2),
  "advRate" numeric(18,8),
  "advPremium" numeric(20,2),
  "iRate" numeric(18,8),
  "iRPremium" numeric(20,2),
  "suppCallType" text default 'NONE' not null,
  "suppCallRate" numeric(18,8),
  "suppCallPremium" numeric(20,2),
  "etcRate" numeric(18,8),
  "etcPremium" numeric(20,2),
  "actPremium" numeric(20,2),
  "fullyearPremium" numeric(20,2),
  "deductible" numeric(20,2),
  "surrenderFrom" date,
  "surrenderTo" date,
  "surrenderAmt" numeric(20,2),
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  "fleetCde$live" text generated always as (case when "delFlag" = 'N' then "fleetCde" end) stored,
  "piClub$live" text generated always as (case when "delFlag" = 'N' then "piClub" end) stored,
  constraint "pi_premium_pkey" primary key ("id"),
  constraint "pi_premium_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "pi_premium_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "pi_premium_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "pi_premium_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "pi_premium_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "pi_premium_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "pi_premium_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "pi_premium_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "pi_premium_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "pi_premium_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "pi_premium_gt_kind" check (not "delFlag" = 'N' or ("gt" > '0')),
  constraint "pi_premium_manualGt_kind" check (not "delFlag" = 'N' or ("manualGt" > '0')),
  constraint "pi_premium_advRate_kind" check (not "delFlag" = 'N' or ("advRate" >= '0' and "advRate" <= '1000000')),
  constraint "pi_premium_iRate_kind" check (not "delFlag" = 'N' or ("iRate" >= '0')),
  constraint "pi_premium_suppCallType_options" check (not "delFlag" = 'N' or ("suppCallType" in ('NONE', 'ESTIMATED', 'CALLED'))),
  constraint "pi_premium_suppCallRate_kind" check (not "delFlag" = 'N' or ("suppCallRate" >= '0')),
  constraint "pi_premium_etcRate_kind" check (not "delFlag" = 'N' or ("etcRate" >= '0')),
  constraint "pi_premium_deductible_kind" check (not "delFlag" = 'N' or ("deductible" >= '0')),
  constraint "pi_premium_cover-dates_order" check (not "delFlag" = 'N' or ("policyStart" <= "policyEnd")),
  constraint "pi_premium_cover-period_overlap" exclude using gist ("versionId" with =, "vslCde" with =, coalesce("piClub", '') with =, (case when "policyEnd" is null or "policyStart" <= "policyEnd" then daterange("policyStart", "policyEnd", '[]') end) with &&) where ("delFlag" = 'N' and "policyStart" is not null)
);
create index "pi_premium_order_index" on public."pi_premium" using btree ("vslCde", "policyStart", "id") where "delFlag" = 'N';
create index "pi_premium_versionId_index" on public."pi_premium" using btree ("versionId") where "delFlag" = 'N';
create index "pi_premium_fleetCde_index" on public."pi_premium" using btree ("fleetCde") where "delFlag" = 'N';
create index "pi_premium_piClub_index" on public."pi_premium" using btree ("piClub") where "delFlag" = 'N';
create index "pi_premium_billCompany_index" on public."pi_premium" using btree ("billCompany") where "delFlag" = 'N';
create index "pi_premium_cur_index" on public."pi_premium" using btree ("cur") where "delFlag" = 'N';
create index "pi_premium_policyStart_index" on public."pi_premium" using btree ("policyStart", "id") where "delFlag" = 'N';
create index "pi_premium_versionId$live_index" on public."pi_premium" using btree ("versionId$live");
create index "pi_premium_search_index" on public."pi_premium" using gin ("vslNme" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: inside-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: inside-cover: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: cover-of-insurer: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: cover-of-billing-no: lookup.hire.billNo is not a field of the row itself
-- not in the database: one-club: lookup.pi.matches is not a field of the row itself
-- not in the database: one-charter: lookup.charter.matches is not a field of the row itself
-- not in the database: one-billing-no: lookup.hire.candidates is not a field of the row itself
-- not in the database: laid-up-of-hull: parent.policyType is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."premium_return" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "vslCde" text not null,
  "insurer" text,
  "billNo" text,
  "billCompany" text,
  "coverFrom" date,
  "coverPremium" numeric(20,2),
  "cur" text,
  "returnType" text not null,
  "fromDate" date not null,
  "toDate" date not null,
  "returnDays" integer,
  "returnPct" numeric(9,4),
  "amount" numeric(20,2) not null,
  "reason" text collate public."bordereau_zh",
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "insurer$live" text generated always as (case when "delFlag" = 'N' then "insurer" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  constraint "premium_return_pkey" primary key ("id"),
  constraint "premium_return_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "premium_return_billNo_kind" check (not "delFlag" = 'N' or (char_length("billNo") <= 50)),
  constraint "premium_return_returnType_options" check (not "delFlag" = 'N' or ("returnType" in ('SURRENDER', 'LAIDUP'))),
  constraint "premium_return_returnPct_kind" check (not "delFlag" = 'N' or ("returnPct" > '0' and "returnPct" <= '100')),
  constraint "premium_return_amount_kind" check (not "delFlag" = 'N' or ("amount" > '0')),
  constraint "premium_return_reason_kind" check (not "delFlag" = 'N' or (char_length("reason") <= 1000)),
  constraint "premium_return_return-dates_order" check (not "delFlag" = 'N' or ("fromDate" <= "toDate")),
  constraint "premium_return_within-premium_rule" check (not "delFlag" = 'N' or (("amount" <= "coverPremium"))),
  constraint "premium_return_laid-up-thirty-days_rule" check (not "delFlag" = 'N' or ((("returnType" = 'LAIDUP')) is not true or (("returnDays" >= 30)))),
  constraint "premium_return_laid-up-needs-percent_rule" check (not "delFlag" = 'N' or ((("returnType" = 'LAIDUP')) is not true or (("returnPct" is not null)))),
  constraint "premium_return_return-period_overlap" exclude using gist ("versionId" with =, "vslCde" with =, coalesce("insurer", '') with =, coalesce("billNo", '') with =, (case when "toDate" is null or "fromDate" <= "toDate" then daterange("fromDate", "toDate", '[]') end) with &&) where ("delFlag" = 'N' and "fromDate" is not null)
);
create index "premium_return_order_index" on public."premium_return" using btree ("fromDate" desc, "id" desc) where "delFlag" = 'N';
create index "premium_return_versionId_index" on public."premium_return" using btree ("versionId") where "delFlag" = 'N';
create index "premium_return_vslCde_index" on public."premium_return" using btree ("vslCde") where "delFlag" = 'N';
create index "premium_return_insurer_index" on public."premium_return" using btree ("insurer") where "delFlag" = 'N';
create index "premium_return_billCompany_index" on public."premium_return" using btree ("billCompany") where "delFlag" = 'N';
create index "premium_return_versionId$live_index" on public."premium_return" using btree ("versionId$live");
create index "premium_return_search_index" on public."premium_return" using gin ("billNo" gin_trgm_ops) where "delFlag" = 'N';

create table public."premium_stage" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "policyYear" text not null,
  "premiumType" text not null,
  "vslCde" text,
  "vslNameEn" text collate public."bordereau_zh",
  "imoNum" text,
  "subject" text collate public."bordereau_zh",
  "stageNo" integer,
  "stageType" text default 'NORMAL' not null,
  "calcFrom" date not null,
  "calcTo" date not null,
  "dueDate" date not null,
  "stagePremium" numeric(20,2) not null,
  "cur" text not null,
  "taxIncldInd" text default 'N' not null,
  "taxRate" numeric(18,8) default '0',
  "netPremium" numeric(20,2),
  "taxPremium" numeric(20,2),
  "monthOfExchangeRate" text,
  "billCompany" text not null,
  "club" text not null,
  "piClub" text,
  "insBroker" text,
  "insBrokerRec" text default 'N',
  "payee" text,
  "billType" text,
  "settlementBill" text,
  "additionPct" numeric(9,4),
  "appendType" text,
  "versionId" bigint,
  "remark" text collate public."bordereau_zh",
  "recordStatus" text default 'Draft',
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "club$live" text generated always as (case when "delFlag" = 'N' then "club" end) stored,
  "piClub$live" text generated always as (case when "delFlag" = 'N' then "piClub" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  "payee$live" text generated always as (case when "delFlag" = 'N' then "payee" end) stored,
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  constraint "premium_stage_pkey" primary key ("id"),
  constraint "premium_stage_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "premium_stage_premiumType_options" check (not "delFlag" = 'N' or ("premiumType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "premium_stage_vslNameEn_kind" check (not "delFlag" = 'N' or (char_length("vslNameEn") <= 30)),
  constraint "premium_stage_imoNum_kind" check (not "delFlag" = 'N' or (char_length("imoNum") <= 30)),
  constraint "premium_stage_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "premium_stage_stageNo_kind" check (not "delFlag" = 'N' or ("stageNo" >= '1' and "stageNo" <= '99')),
  constraint "premium_stage_stageType_options" check (not "delFlag" = 'N' or ("stageType" in ('NORMAL', 'ADDITION'))),
  constraint "premium_stage_taxIncldInd_kind" check (not "delFlag" = 'N' or ("taxIncldInd" in ('Y', 'N'))),
  constraint "premium_stage_taxRate_kind" check (not "delFlag" = 'N' or ("taxRate" >= '0' and "taxRate" < '1')),
  constraint "premium_stage_monthOfExchangeRate_kind" check (not "delFlag" = 'N' or ("monthOfExchangeRate" ~ '^[0-9]{4}(0[1-9]|1[0-2])$')),
  constraint "premium_stage_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "premium_stage_billType_options" check (not "delFlag" = 'N' or ("billType" in ('PREMIUM', 'ADDITION', 'RETURN', 'CLAIM'))),
  constraint "premium_stage_settlementBill_kind" check (not "delFlag" = 'N' or (char_length("settlementBill") <= 30)),
  constraint "premium_stage_appendType_options" check (not "delFlag" = 'N' or ("appendType" in ('AP', 'RETURN', 'SUPPLEMENT'))),
  constraint "premium_stage_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "premium_stage_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Confirm', 'Unconfirm', 'Bill', 'Unbill'))),
  constraint "premium_stage_stage-dates_order" check (not "delFlag" = 'N' or ("calcFrom" <= "calcTo")),
  constraint "premium_stage_vessel-or-subject_rule" check (not "delFlag" = 'N' or ((("vslCde" is not null) <> ("subject" is not null)))),
  constraint "premium_stage_vessel-needs-name_rule" check (not "delFlag" = 'N' or ((("vslCde" is not null)) is not true or (("vslNameEn" is not null)))),
  constraint "premium_stage_addition-needs-percent_rule" check (not "delFlag" = 'N' or ((("stageType" = 'ADDITION')) is not true or (("additionPct" is not null)))),
  constraint "premium_stage_addition-not-zero_rule" check (not "delFlag" = 'N' or (("additionPct" <> 0))),
  constraint "premium_stage_addition-needs-type_rule" check (not "delFlag" = 'N' or ((("stageType" = 'ADDITION')) is not true or (("appendType" is not null)))),
  constraint "premium_stage_addition-needs-club_rule" check (not "delFlag" = 'N' or ((("stageType" = 'ADDITION')) is not true or (("piClub" is not null)))),
  constraint "premium_stage_addition-needs-month_rule" check (not "delFlag" = 'N' or ((("stageType" = 'ADDITION')) is not true or (("monthOfExchangeRate" is not null)))),
  constraint "premium_stage_id_live" unique ("id$live")
);
create unique index "premium_stage_instalment-key_unique" on public."premium_stage" using btree ("policyYear", "premiumType", "vslCde", "stageNo") where "delFlag" = 'N' and (("vslCde" is not null));
create unique index "premium_stage_instalment-of-subject_unique" on public."premium_stage" using btree ("policyYear", "premiumType", "subject", "stageNo") where "delFlag" = 'N' and (("subject" is not null));
create unique index "premium_stage_instalment-of-imo_unique" on public."premium_stage" using btree ("policyYear", "premiumType", "imoNum", "stageNo") where "delFlag" = 'N' and (("imoNum" is not null));
create index "premium_stage_order_index" on public."premium_stage" using btree ("policyYear" desc, "premiumType", "vslCde", "subject", "stageNo", "id") where "delFlag" = 'N';
create index "premium_stage_vslCde_index" on public."premium_stage" using btree ("vslCde") where "delFlag" = 'N';
create index "premium_stage_billCompany_index" on public."premium_stage" using btree ("billCompany") where "delFlag" = 'N';
create index "premium_stage_club_index" on public."premium_stage" using btree ("club") where "delFlag" = 'N';
create index "premium_stage_dueDate_index" on public."premium_stage" using btree ("dueDate", "id") where "delFlag" = 'N';
create index "premium_stage_versionId_index" on public."premium_stage" using btree ("versionId") where "delFlag" = 'N';
create index "premium_stage_search_index" on public."premium_stage" using gin ("vslNameEn" gin_trgm_ops, "subject" gin_trgm_ops, "settlementBill" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: agencies-confirmed: old.versionStatus is not a field of the row itself
create table public."premium_version" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "policyType" text not null,
  "policyYear" text not null,
  "versionNo" text not null,
  "versionType" text not null,
  "versionStatus" text default 'Draft',
  "insuredStatus" text default 'Await',
  "totalUsd" numeric(20,2),
  "versionRemark" text collate public."bordereau_zh",
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  constraint "premium_version_pkey" primary key ("id"),
  constraint "premium_version_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "premium_version_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "premium_version_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "premium_version_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "premium_version_versionStatus_state" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "premium_version_insuredStatus_state" check (not "delFlag" = 'N' or ("insuredStatus" in ('Await', 'Reject', 'Pass'))),
  constraint "premium_version_versionRemark_kind" check (not "delFlag" = 'N' or (char_length("versionRemark") <= 50)),
  constraint "premium_version_id_live" unique ("id$live")
);
create unique index "premium_version_version-no_unique" on public."premium_version" using btree ("policyType", "policyYear", "versionNo") where "delFlag" = 'N';
create unique index "premium_version_one-formal_unique" on public."premium_version" using btree ("policyType", "policyYear", "versionType") where "delFlag" = 'N' and ((("versionStatus" = 'Formal') and (("versionType" = 'estimate') or ("versionType" = 'actual'))));
create index "premium_version_order_index" on public."premium_version" using btree ("policyYear" desc, "policyType", "updateAt" desc, "id" desc) where "delFlag" = 'N';
create index "premium_version_search_index" on public."premium_version" using gin ("versionNo" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."property_premium" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text not null,
  "billCompany" text,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text,
  "reportCompany" text collate public."bordereau_zh" not null,
  "policyHolder" text collate public."bordereau_zh",
  "insured" text collate public."bordereau_zh" not null,
  "subject" text collate public."bordereau_zh",
  "subAddress" text collate public."bordereau_zh" not null,
  "subType" text not null,
  "policyFrom" date not null,
  "policyTo" date not null,
  "insuredValue" numeric(20,2) not null,
  "insuredFixType" text not null,
  "rate" numeric(12,8) not null,
  "yearPremium" numeric(20,2) not null,
  "actPremium" numeric(20,2) not null,
  "status" text default 'Draft',
  "insBroker" text,
  "insBrokerRec" text,
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  constraint "property_premium_pkey" primary key ("id"),
  constraint "property_premium_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "property_premium_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "property_premium_policyType_kind" check (not "delFlag" = 'N' or (char_length("policyType") <= 10)),
  constraint "property_premium_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "property_premium_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "property_premium_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "property_premium_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "property_premium_reportCompany_kind" check (not "delFlag" = 'N' or (char_length("reportCompany") <= 100)),
  constraint "property_premium_policyHolder_kind" check (not "delFlag" = 'N' or (char_length("policyHolder") <= 100)),
  constraint "property_premium_insured_kind" check (not "delFlag" = 'N' or (char_length("insured") <= 100)),
  constraint "property_premium_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "property_premium_subAddress_kind" check (not "delFlag" = 'N' or (char_length("subAddress") <= 100)),
  constraint "property_premium_subType_kind" check (not "delFlag" = 'N' or (char_length("subType") <= 10)),
  constraint "property_premium_insuredValue_kind" check (not "delFlag" = 'N' or ("insuredValue" > '0')),
  constraint "property_premium_insuredFixType_options" check (not "delFlag" = 'N' or ("insuredFixType" in ('BOOK', 'APPRAISED', 'REPLACE', 'AGREED'))),
  constraint "property_premium_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "property_premium_yearPremium_kind" check (not "delFlag" = 'N' or ("yearPremium" >= '0')),
  constraint "property_premium_actPremium_kind" check (not "delFlag" = 'N' or ("actPremium" >= '0')),
  constraint "property_premium_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "property_premium_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "property_premium_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "property_premium_cover-period_overlap" exclude using gist ("versionId" with =, "insured" with =, "subAddress" with =, (case when "policyTo" is null or "policyFrom" <= "policyTo" then daterange("policyFrom", "policyTo", '[]') end) with &&) where ("delFlag" = 'N' and "policyFrom" is not null)
);
create index "property_premium_order_index" on public."property_premium" using btree ("insured", "subAddress", "policyFrom", "id") where "delFlag" = 'N';
create index "property_premium_versionId_index" on public."property_premium" using btree ("versionId") where "delFlag" = 'N';
create index "property_premium_billCompany_index" on public."property_premium" using btree ("billCompany") where "delFlag" = 'N';
create index "property_premium_cur_index" on public."property_premium" using btree ("cur") where "delFlag" = 'N';
create index "property_premium_insurerCde_index" on public."property_premium" using btree ("insurerCde") where "delFlag" = 'N';
create index "property_premium_versionId$live_index" on public."property_premium" using btree ("versionId$live");
create index "property_premium_search_index" on public."property_premium" using gin ("insured" gin_trgm_ops, "reportCompany" gin_trgm_ops, "policyHolder" gin_trgm_ops, "subAddress" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: loaded-in-period: parent.policyFrom is not a field of the row itself
create table public."slot_detail" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "slotPremiumId" bigint not null,
  "svcLoopCde" text,
  "tradeCde" text,
  "loadDate" date not null,
  "dischargrDate" date not null,
  "fullTeu" numeric(10,2) not null,
  "slotDays" numeric(18,6),
  "slotPremiumId$live" bigint generated always as (case when "delFlag" = 'N' then "slotPremiumId" end) stored,
  constraint "slot_detail_pkey" primary key ("id"),
  constraint "slot_detail_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "slot_detail_svcLoopCde_kind" check (not "delFlag" = 'N' or (char_length("svcLoopCde") <= 10)),
  constraint "slot_detail_tradeCde_kind" check (not "delFlag" = 'N' or (char_length("tradeCde") <= 10)),
  constraint "slot_detail_fullTeu_kind" check (not "delFlag" = 'N' or ("fullTeu" >= '0')),
  constraint "slot_detail_carriage_order" check (not "delFlag" = 'N' or ("loadDate" <= "dischargrDate"))
);
create unique index "slot_detail_slots-of-loop_unique" on public."slot_detail" using btree ("slotPremiumId", "svcLoopCde", "tradeCde", "loadDate", "dischargrDate") where "delFlag" = 'N';
create index "slot_detail_order_index" on public."slot_detail" using btree ("loadDate", "svcLoopCde", "id") where "delFlag" = 'N';
create index "slot_detail_slotPremiumId$live_index" on public."slot_detail" using btree ("slotPremiumId$live");
create index "slot_detail_search_index" on public."slot_detail" using gin ("svcLoopCde" gin_trgm_ops, "tradeCde" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: loads-in-period: old.policyFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."slot_premium" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insBroker" text,
  "insBrokerRec" text,
  "recordStatus" text default 'Draft',
  "dataType" text not null,
  "subject" text collate public."bordereau_zh",
  "piClub" text,
  "policyFrom" date not null,
  "policyTo" date not null,
  "fullDays" integer,
  "rate" numeric(18,8) not null,
  "slotDaysTotal" numeric(18,6),
  "premium" numeric(20,2),
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insBroker$live" text generated always as (case when "delFlag" = 'N' then "insBroker" end) stored,
  "piClub$live" text generated always as (case when "delFlag" = 'N' then "piClub" end) stored,
  constraint "slot_premium_pkey" primary key ("id"),
  constraint "slot_premium_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "slot_premium_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "slot_premium_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "slot_premium_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "slot_premium_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "slot_premium_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "slot_premium_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "slot_premium_insBrokerRec_kind" check (not "delFlag" = 'N' or ("insBrokerRec" in ('Y', 'N'))),
  constraint "slot_premium_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "slot_premium_dataType_options" check (not "delFlag" = 'N' or ("dataType" in ('ESTIMATE', 'ACTUAL', 'ADJUST'))),
  constraint "slot_premium_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "slot_premium_rate_kind" check (not "delFlag" = 'N' or ("rate" >= '0')),
  constraint "slot_premium_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo")),
  constraint "slot_premium_id_live" unique ("id$live"),
  constraint "slot_premium_slot-period_overlap" exclude using gist ("versionId" with =, coalesce("billCompany", '') with =, coalesce("piClub", '') with =, "dataType" with =, (case when "policyTo" is null or "policyFrom" <= "policyTo" then daterange("policyFrom", "policyTo", '[]') end) with &&) where ("delFlag" = 'N' and "policyFrom" is not null)
);
create index "slot_premium_order_index" on public."slot_premium" using btree ("policyFrom", "dataType", "id") where "delFlag" = 'N';
create index "slot_premium_versionId_index" on public."slot_premium" using btree ("versionId") where "delFlag" = 'N';
create index "slot_premium_piClub_index" on public."slot_premium" using btree ("piClub") where "delFlag" = 'N';
create index "slot_premium_billCompany_index" on public."slot_premium" using btree ("billCompany") where "delFlag" = 'N';
create index "slot_premium_cur_index" on public."slot_premium" using btree ("cur") where "delFlag" = 'N';
create index "slot_premium_versionId$live_index" on public."slot_premium" using btree ("versionId$live");

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: cover-in-year: lookup.year.effectiveFrom is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."transport_liability" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text not null,
  "policyType" text,
  "billCompany" text not null,
  "cur" text default 'USD' not null,
  "remark" text collate public."bordereau_zh",
  "versionNo" text,
  "versionType" text,
  "versionStatus" text,
  "insurerCde" text not null,
  "reportCompany" text collate public."bordereau_zh",
  "policyHolder" text collate public."bordereau_zh",
  "insured" text collate public."bordereau_zh" not null,
  "subject" text collate public."bordereau_zh",
  "subAddress" text collate public."bordereau_zh",
  "subType" text,
  "policyFrom" date not null,
  "policyTo" date not null,
  "insuredValue" numeric(20,2) not null,
  "insuredFixType" text,
  "rate" numeric(12,8) not null,
  "yearPremium" numeric(20,2) not null,
  "actPremium" numeric(20,2) not null,
  "status" text default 'Draft',
  "palletCode" text collate public."bordereau_zh" not null,
  "projectNo" text collate public."bordereau_zh" not null,
  "personOrAddress" text collate public."bordereau_zh",
  "coInsuranceRate" numeric(18,8) not null,
  "fullPremium" numeric(20,2) not null,
  "deductible" numeric(20,2),
  "insurerBroker" text not null,
  "payeeInfo" text not null,
  "relateAddRisk" text not null,
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "cur$live" text generated always as (case when "delFlag" = 'N' then "cur" end) stored,
  "insurerCde$live" text generated always as (case when "delFlag" = 'N' then "insurerCde" end) stored,
  "insurerBroker$live" text generated always as (case when "delFlag" = 'N' then "insurerBroker" end) stored,
  constraint "transport_liability_pkey" primary key ("id"),
  constraint "transport_liability_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "transport_liability_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "transport_liability_policyType_options" check (not "delFlag" = 'N' or ("policyType" in ('Premium-HM', 'Premium-PI', 'Premium-SLOT', 'Premium-TT', 'Premium-AGENCY', 'Premium-PROPERTY', 'Premium-LIABILITY', 'Premium-TOL', 'Premium-LOGISTICS', 'Premium-OTHER', 'Premium-CARGO', 'Premium-IOI', 'Premium-FEE', 'Premium-KR', 'Premium-FDD', 'Premium-DELAY', 'Premium-LOH', 'Premium-TCL', 'Premium-AP'))),
  constraint "transport_liability_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200)),
  constraint "transport_liability_versionNo_kind" check (not "delFlag" = 'N' or (char_length("versionNo") <= 30)),
  constraint "transport_liability_versionType_options" check (not "delFlag" = 'N' or ("versionType" in ('quotation', 'official', 'estimate', 'actual', 'budget', 'supplement'))),
  constraint "transport_liability_versionStatus_options" check (not "delFlag" = 'N' or ("versionStatus" in ('Draft', 'Submit', 'Reject', 'Unconfirm', 'Confirm', 'Formal', 'Supplement'))),
  constraint "transport_liability_reportCompany_kind" check (not "delFlag" = 'N' or (char_length("reportCompany") <= 100)),
  constraint "transport_liability_policyHolder_kind" check (not "delFlag" = 'N' or (char_length("policyHolder") <= 100)),
  constraint "transport_liability_insured_kind" check (not "delFlag" = 'N' or (char_length("insured") <= 100)),
  constraint "transport_liability_subject_kind" check (not "delFlag" = 'N' or (char_length("subject") <= 100)),
  constraint "transport_liability_subAddress_kind" check (not "delFlag" = 'N' or (char_length("subAddress") <= 100)),
  constraint "transport_liability_subType_kind" check (not "delFlag" = 'N' or (char_length("subType") <= 10)),
  constraint "transport_liability_insuredValue_kind" check (not "delFlag" = 'N' or ("insuredValue" > '0')),
  constraint "transport_liability_insuredFixType_options" check (not "delFlag" = 'N' or ("insuredFixType" in ('BOOK', 'APPRAISED', 'REPLACE', 'AGREED'))),
  constraint "transport_liability_rate_kind" check (not "delFlag" = 'N' or ("rate" > '0' and "rate" < '1')),
  constraint "transport_liability_yearPremium_kind" check (not "delFlag" = 'N' or ("yearPremium" >= '0')),
  constraint "transport_liability_actPremium_kind" check (not "delFlag" = 'N' or ("actPremium" >= '0')),
  constraint "transport_liability_status_state" check (not "delFlag" = 'N' or ("status" in ('Draft', 'Confirm', 'Unconfirm'))),
  constraint "transport_liability_palletCode_kind" check (not "delFlag" = 'N' or (char_length("palletCode") <= 100)),
  constraint "transport_liability_projectNo_kind" check (not "delFlag" = 'N' or (char_length("projectNo") <= 100)),
  constraint "transport_liability_personOrAddress_kind" check (not "delFlag" = 'N' or (char_length("personOrAddress") <= 100)),
  constraint "transport_liability_coInsuranceRate_kind" check (not "delFlag" = 'N' or ("coInsuranceRate" > '0' and "coInsuranceRate" <= '1')),
  constraint "transport_liability_fullPremium_kind" check (not "delFlag" = 'N' or ("fullPremium" >= '0')),
  constraint "transport_liability_deductible_kind" check (not "delFlag" = 'N' or ("deductible" >= '0')),
  constraint "transport_liability_payeeInfo_kind" check (not "delFlag" = 'N' or ("payeeInfo" in ('Y', 'N'))),
  constraint "transport_liability_relateAddRisk_kind" check (not "delFlag" = 'N' or ("relateAddRisk" in ('Y', 'N'))),
  constraint "transport_liability_cover-dates_order" check (not "delFlag" = 'N' or ("policyFrom" <= "policyTo"))
);
create unique index "transport_liability_pallet-and-project_unique" on public."transport_liability" using btree ("versionId", "palletCode", "projectNo") where "delFlag" = 'N';
create index "transport_liability_order_index" on public."transport_liability" using btree ("palletCode", "projectNo", "id") where "delFlag" = 'N';
create index "transport_liability_billCompany_index" on public."transport_liability" using btree ("billCompany") where "delFlag" = 'N';
create index "transport_liability_cur_index" on public."transport_liability" using btree ("cur") where "delFlag" = 'N';
create index "transport_liability_insurerCde_index" on public."transport_liability" using btree ("insurerCde") where "delFlag" = 'N';
create index "transport_liability_policyFrom_index" on public."transport_liability" using btree ("policyFrom", "id") where "delFlag" = 'N';
create index "transport_liability_versionId$live_index" on public."transport_liability" using btree ("versionId$live");
create index "transport_liability_search_index" on public."transport_liability" using gin ("palletCode" gin_trgm_ops, "projectNo" gin_trgm_ops, "insured" gin_trgm_ops, "reportCompany" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: year-of-version: parent.policyYear is not a field of the row itself
-- not in the database: of-premium-version: parent.policyType is not a field of the row itself
create table public."vessel_value" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "versionId" bigint not null,
  "policyYear" text,
  "vslCde" text not null,
  "vslNme" text collate public."bordereau_zh",
  "billCompany" text,
  "bookValue" numeric(20,2),
  "loanValue" numeric(20,2),
  "marketValue" numeric(20,2),
  "basicValue" numeric(20,2) not null,
  "additionRatio" numeric(18,8),
  "specialLimit" numeric(20,2),
  "totalValue" numeric(20,2),
  "ivInsurePct" numeric(9,4),
  "ivInsure" numeric(20,2),
  "hmInsure" numeric(20,2),
  "remark" text collate public."bordereau_zh",
  "versionId$live" bigint generated always as (case when "delFlag" = 'N' then "versionId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  constraint "vessel_value_pkey" primary key ("id"),
  constraint "vessel_value_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "vessel_value_policyYear_kind" check (not "delFlag" = 'N' or ("policyYear" ~ '^[0-9]{4}$')),
  constraint "vessel_value_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "vessel_value_bookValue_kind" check (not "delFlag" = 'N' or ("bookValue" >= '0')),
  constraint "vessel_value_loanValue_kind" check (not "delFlag" = 'N' or ("loanValue" >= '0')),
  constraint "vessel_value_marketValue_kind" check (not "delFlag" = 'N' or ("marketValue" >= '0')),
  constraint "vessel_value_basicValue_kind" check (not "delFlag" = 'N' or ("basicValue" > '0')),
  constraint "vessel_value_additionRatio_kind" check (not "delFlag" = 'N' or ("additionRatio" >= '0' and "additionRatio" <= '10')),
  constraint "vessel_value_specialLimit_kind" check (not "delFlag" = 'N' or ("specialLimit" > '0')),
  constraint "vessel_value_ivInsurePct_kind" check (not "delFlag" = 'N' or ("ivInsurePct" >= '0' and "ivInsurePct" <= '100')),
  constraint "vessel_value_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000))
);
create unique index "vessel_value_vessel-of-version_unique" on public."vessel_value" using btree ("versionId", "vslCde") where "delFlag" = 'N';
create index "vessel_value_order_index" on public."vessel_value" using btree ("vslCde", "id") where "delFlag" = 'N';
create index "vessel_value_billCompany_index" on public."vessel_value" using btree ("billCompany") where "delFlag" = 'N';
create index "vessel_value_versionId$live_index" on public."vessel_value" using btree ("versionId$live");
create index "vessel_value_search_index" on public."vessel_value" using gin ("vslNme" gin_trgm_ops) where "delFlag" = 'N';

create table public."approval_rule" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "approveType" text not null,
  "bizType" text default 'ALL' not null,
  "level" text not null,
  "amountFrom" numeric(20,2) default '0.00' not null,
  "roleId" bigint not null,
  "roleId$live" bigint generated always as (case when "delFlag" = 'N' then "roleId" end) stored,
  constraint "approval_rule_pkey" primary key ("id"),
  constraint "approval_rule_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "approval_rule_approveType_options" check (not "delFlag" = 'N' or ("approveType" in ('Case Approval', 'Case Confirm'))),
  constraint "approval_rule_bizType_options" check (not "delFlag" = 'N' or ("bizType" in ('ALL', 'CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER', 'PREMIUM', 'BILL'))),
  constraint "approval_rule_level_options" check (not "delFlag" = 'N' or ("level" in ('DIVISION', 'DEPARTMENT', 'LEADER'))),
  constraint "approval_rule_amountFrom_kind" check (not "delFlag" = 'N' or ("amountFrom" >= '0'))
);
create unique index "approval_rule_level_unique" on public."approval_rule" using btree ("approveType", "bizType", "level") where "delFlag" = 'N';
create index "approval_rule_order_index" on public."approval_rule" using btree ("approveType", "bizType", "amountFrom", "id") where "delFlag" = 'N';
create index "approval_rule_roleId_index" on public."approval_rule" using btree ("roleId") where "delFlag" = 'N';

create table public."company_submission" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "companyName" text collate public."bordereau_zh" not null,
  "unifiedSocialCreditNo" text not null,
  "abbreviation" text collate public."bordereau_zh",
  "address" text collate public."bordereau_zh" not null,
  "phone" text not null,
  "fax" text,
  "businessLicence" jsonb not null,
  "invoiceInfo" jsonb,
  "mail" text,
  "companyCde" text,
  "companyNameEn" text collate public."bordereau_zh",
  "addressEn" text collate public."bordereau_zh",
  "country" text default 'CN',
  "recordStatus" text default 'Submitted',
  "reviewRemark" text collate public."bordereau_zh",
  "country$live" text generated always as (case when "delFlag" = 'N' then "country" end) stored,
  constraint "company_submission_pkey" primary key ("id"),
  constraint "company_submission_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "company_submission_companyName_kind" check (not "delFlag" = 'N' or (char_length("companyName") <= 200)),
  constraint "company_submission_unifiedSocialCreditNo_kind" check (not "delFlag" = 'N' or (char_length("unifiedSocialCreditNo") <= 18 and "unifiedSocialCreditNo" ~ '^[0-9A-HJ-NP-RT-UW-Y]{18}$')),
  constraint "company_submission_abbreviation_kind" check (not "delFlag" = 'N' or (char_length("abbreviation") <= 100)),
  constraint "company_submission_address_kind" check (not "delFlag" = 'N' or (char_length("address") <= 500)),
  constraint "company_submission_phone_kind" check (not "delFlag" = 'N' or (char_length("phone") <= 50)),
  constraint "company_submission_fax_kind" check (not "delFlag" = 'N' or (char_length("fax") <= 50)),
  constraint "company_submission_businessLicence_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("businessLicence") = 'array' then not jsonb_path_exists("businessLicence", '$[*] ? (@.type() != "string")') and jsonb_array_length("businessLicence") <= 5 else "businessLicence" is null end)),
  constraint "company_submission_invoiceInfo_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("invoiceInfo") = 'array' then not jsonb_path_exists("invoiceInfo", '$[*] ? (@.type() != "string")') and jsonb_array_length("invoiceInfo") <= 5 else "invoiceInfo" is null end)),
  constraint "company_submission_mail_kind" check (not "delFlag" = 'N' or (char_length("mail") <= 100)),
  constraint "company_submission_companyCde_kind" check (not "delFlag" = 'N' or (char_length("companyCde") <= 16)),
  constraint "company_submission_companyNameEn_kind" check (not "delFlag" = 'N' or (char_length("companyNameEn") <= 100)),
  constraint "company_submission_addressEn_kind" check (not "delFlag" = 'N' or (char_length("addressEn") <= 500)),
  constraint "company_submission_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Submitted', 'Accepted', 'Rejected'))),
  constraint "company_submission_reviewRemark_kind" check (not "delFlag" = 'N' or (char_length("reviewRemark") <= 500))
);
create unique index "company_submission_once_unique" on public."company_submission" using btree ("unifiedSocialCreditNo") where "delFlag" = 'N' and (("recordStatus" <> 'Rejected'));
create index "company_submission_order_index" on public."company_submission" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "company_submission_search_index" on public."company_submission" using gin ("companyName" gin_trgm_ops, "unifiedSocialCreditNo" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: delivered-code: old.creater is not a field of the row itself
create table public."dictionary" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "listCde" text not null,
  "code" text not null,
  "nameEn" text collate public."bordereau_zh" not null,
  "nameCh" text collate public."bordereau_zh" not null,
  "sortNo" integer default 0,
  "activeFlag" text default 'Y',
  "colour" text,
  "remark" text collate public."bordereau_zh",
  constraint "dictionary_pkey" primary key ("id"),
  constraint "dictionary_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "dictionary_listCde_kind" check (not "delFlag" = 'N' or (char_length("listCde") <= 50)),
  constraint "dictionary_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 50)),
  constraint "dictionary_nameEn_kind" check (not "delFlag" = 'N' or (char_length("nameEn") <= 100)),
  constraint "dictionary_nameCh_kind" check (not "delFlag" = 'N' or (char_length("nameCh") <= 100)),
  constraint "dictionary_sortNo_kind" check (not "delFlag" = 'N' or ("sortNo" >= '0' and "sortNo" <= '1000000')),
  constraint "dictionary_activeFlag_kind" check (not "delFlag" = 'N' or ("activeFlag" in ('Y', 'N'))),
  constraint "dictionary_colour_options" check (not "delFlag" = 'N' or ("colour" in ('default', 'processing', 'success', 'warning', 'error', 'purple', 'cyan', 'volcano'))),
  constraint "dictionary_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200))
);
create unique index "dictionary_entry_unique" on public."dictionary" using btree ("listCde", "code") where "delFlag" = 'N';
create index "dictionary_order_index" on public."dictionary" using btree ("listCde", "sortNo", "code", "id") where "delFlag" = 'N';
create index "dictionary_search_index" on public."dictionary" using gin ("listCde" gin_trgm_ops, "code" gin_trgm_ops, "nameEn" gin_trgm_ops, "nameCh" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: open-case: old.caseId is not a field of the row itself
create table public."document" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "title" text collate public."bordereau_zh" not null,
  "docType" text,
  "caseId" bigint,
  "docDate" date,
  "billCompany" text,
  "file" text not null,
  "remark" text collate public."bordereau_zh",
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  constraint "document_pkey" primary key ("id"),
  constraint "document_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "document_title_kind" check (not "delFlag" = 'N' or (char_length("title") <= 200)),
  constraint "document_docType_kind" check (not "delFlag" = 'N' or (char_length("docType") <= 50)),
  constraint "document_file_kind" check (not "delFlag" = 'N' or (char_length("file") <= 50)),
  constraint "document_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 500))
);
create index "document_order_index" on public."document" using btree ("updateAt" desc, "id" desc) where "delFlag" = 'N';
create index "document_caseId_index" on public."document" using btree ("caseId") where "delFlag" = 'N';
create index "document_docDate_index" on public."document" using btree ("docDate", "id") where "delFlag" = 'N';
create index "document_search_index" on public."document" using gin ("title" gin_trgm_ops) where "delFlag" = 'N';

create table public."mail_template" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "templateCde" text not null,
  "nameEn" text collate public."bordereau_zh" not null,
  "nameCh" text collate public."bordereau_zh" not null,
  "subjectEn" text collate public."bordereau_zh" not null,
  "subjectCh" text collate public."bordereau_zh" not null,
  "contentEn" text not null,
  "contentCh" text not null,
  "contactTypes" jsonb,
  "activeFlag" text default 'Y' not null,
  constraint "mail_template_pkey" primary key ("id"),
  constraint "mail_template_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "mail_template_templateCde_kind" check (not "delFlag" = 'N' or (char_length("templateCde") <= 20)),
  constraint "mail_template_nameEn_kind" check (not "delFlag" = 'N' or (char_length("nameEn") <= 100)),
  constraint "mail_template_nameCh_kind" check (not "delFlag" = 'N' or (char_length("nameCh") <= 100)),
  constraint "mail_template_subjectEn_kind" check (not "delFlag" = 'N' or (char_length("subjectEn") <= 300)),
  constraint "mail_template_subjectCh_kind" check (not "delFlag" = 'N' or (char_length("subjectCh") <= 300)),
  constraint "mail_template_contentEn_kind" check (not "delFlag" = 'N' or (char_length("contentEn") <= 20000)),
  constraint "mail_template_contentCh_kind" check (not "delFlag" = 'N' or (char_length("contentCh") <= 20000)),
  constraint "mail_template_contactTypes_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("contactTypes") = 'array' then not jsonb_path_exists("contactTypes", '$[*] ? (@.type() != "string")') else "contactTypes" is null end)),
  constraint "mail_template_contactTypes_options" check (not "delFlag" = 'N' or ("contactTypes" <@ '["INSURER","PICLUB","BILLING","CAPTIVE"]'::jsonb)),
  constraint "mail_template_activeFlag_kind" check (not "delFlag" = 'N' or ("activeFlag" in ('Y', 'N')))
);
create unique index "mail_template_code_unique" on public."mail_template" using btree ("templateCde") where "delFlag" = 'N';
create index "mail_template_search_index" on public."mail_template" using gin ("templateCde" gin_trgm_ops, "nameEn" gin_trgm_ops, "nameCh" gin_trgm_ops) where "delFlag" = 'N';

-- not in the database: open-case: old.caseId is not a field of the row itself
-- not in the database: sent-stays: old.id is not a field of the row itself
-- not in the database: received-stays: old.id is not a field of the row itself
create table public."mail" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "title" text collate public."bordereau_zh" not null,
  "readFlag" text default 'N' not null,
  "sender" text not null,
  "receiver" text collate public."bordereau_zh" not null,
  "copies" text collate public."bordereau_zh",
  "content" text,
  "sendStatus" text,
  "sendDate" timestamp with time zone not null,
  "receiveDate" timestamp with time zone,
  "caseId" bigint,
  "billCompany" text,
  "mailAttachments" jsonb,
  "remark" text collate public."bordereau_zh",
  "caseId$live" bigint generated always as (case when "delFlag" = 'N' then "caseId" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  constraint "mail_pkey" primary key ("id"),
  constraint "mail_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "mail_title_kind" check (not "delFlag" = 'N' or (char_length("title") <= 500)),
  constraint "mail_readFlag_state" check (not "delFlag" = 'N' or ("readFlag" in ('N', 'Y'))),
  constraint "mail_sender_kind" check (not "delFlag" = 'N' or (char_length("sender") <= 254)),
  constraint "mail_receiver_kind" check (not "delFlag" = 'N' or (char_length("receiver") <= 1000)),
  constraint "mail_copies_kind" check (not "delFlag" = 'N' or (char_length("copies") <= 1000)),
  constraint "mail_content_kind" check (not "delFlag" = 'N' or (char_length("content") <= 50000)),
  constraint "mail_sendStatus_options" check (not "delFlag" = 'N' or ("sendStatus" in ('Draft', 'Sending', 'Sent', 'Failed'))),
  constraint "mail_mailAttachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("mailAttachments") = 'array' then not jsonb_path_exists("mailAttachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("mailAttachments") <= 20 else "mailAttachments" is null end)),
  constraint "mail_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 500))
);
create index "mail_order_index" on public."mail" using btree ("sendDate" desc, "id" desc) where "delFlag" = 'N';
create index "mail_caseId_index" on public."mail" using btree ("caseId") where "delFlag" = 'N';
create index "mail_search_index" on public."mail" using gin ("title" gin_trgm_ops, "sender" gin_trgm_ops, "receiver" gin_trgm_ops) where "delFlag" = 'N';

create table public."notice" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "title" text collate public."bordereau_zh" not null,
  "informationType" text,
  "issueDate" date not null,
  "issuer" text collate public."bordereau_zh",
  "content" text not null,
  constraint "notice_pkey" primary key ("id"),
  constraint "notice_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "notice_title_kind" check (not "delFlag" = 'N' or (char_length("title") <= 200)),
  constraint "notice_informationType_kind" check (not "delFlag" = 'N' or (char_length("informationType") <= 50)),
  constraint "notice_issuer_kind" check (not "delFlag" = 'N' or (char_length("issuer") <= 100)),
  constraint "notice_content_kind" check (not "delFlag" = 'N' or (char_length("content") <= 100000))
);
create index "notice_order_index" on public."notice" using btree ("issueDate" desc, "id" desc) where "delFlag" = 'N';
create index "notice_search_index" on public."notice" using gin ("title" gin_trgm_ops, "issuer" gin_trgm_ops) where "delFlag" = 'N';

create table public."partner_event" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "idempotencyKey" text not null,
  "partner" text not null,
  "event" text not null,
  "sourceEntity" text not null,
  "sourceId" text not null,
  "businessNo" text collate public."bordereau_zh" not null,
  "businessNoCh" text collate public."bordereau_zh",
  "recordStatus" text default 'Pending' not null,
  "failure" text,
  "attempts" integer default 0 not null,
  "triedAt" timestamp with time zone,
  "nextAttemptAt" timestamp with time zone,
  "httpStatus" integer,
  "reference" text collate public."bordereau_zh",
  "answer" text collate public."bordereau_zh",
  "content" jsonb not null,
  constraint "partner_event_pkey" primary key ("id"),
  constraint "partner_event_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "partner_event_idempotencyKey_kind" check (not "delFlag" = 'N' or (char_length("idempotencyKey") <= 36)),
  constraint "partner_event_partner_options" check (not "delFlag" = 'N' or ("partner" in ('captive', 'piclub', 'container', 'ledger', 'sap', 'smp', 'customs', 'mail'))),
  constraint "partner_event_event_options" check (not "delFlag" = 'N' or ("event" in ('policy', 'claim', 'lossAdjustment', 'attachment', 'vessel', 'company', 'invoice', 'bill', 'cancelBill', 'returnFlow', 'mail'))),
  constraint "partner_event_sourceEntity_kind" check (not "delFlag" = 'N' or (char_length("sourceEntity") <= 50)),
  constraint "partner_event_sourceId_kind" check (not "delFlag" = 'N' or (char_length("sourceId") <= 20)),
  constraint "partner_event_businessNo_kind" check (not "delFlag" = 'N' or (char_length("businessNo") <= 200)),
  constraint "partner_event_businessNoCh_kind" check (not "delFlag" = 'N' or (char_length("businessNoCh") <= 200)),
  constraint "partner_event_recordStatus_options" check (not "delFlag" = 'N' or ("recordStatus" in ('Pending', 'Delivered', 'Refused', 'Failed'))),
  constraint "partner_event_failure_options" check (not "delFlag" = 'N' or ("failure" in ('Unreached', 'NotTaken', 'Refused'))),
  constraint "partner_event_attempts_kind" check (not "delFlag" = 'N' or ("attempts" >= '0')),
  constraint "partner_event_httpStatus_kind" check (not "delFlag" = 'N' or ("httpStatus" >= '0')),
  constraint "partner_event_reference_kind" check (not "delFlag" = 'N' or (char_length("reference") <= 100)),
  constraint "partner_event_answer_kind" check (not "delFlag" = 'N' or (char_length("answer") <= 4000))
);
create unique index "partner_event_idempotency-key_unique" on public."partner_event" using btree ("idempotencyKey") where "delFlag" = 'N';
create index "partner_event_of-record_index" on public."partner_event" using btree ("sourceEntity", "sourceId") where "delFlag" = 'N';
create index "partner_event_pending_index" on public."partner_event" using btree ("partner") where "delFlag" = 'N' and (("recordStatus" = 'Pending'));
create index "partner_event_order_index" on public."partner_event" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "partner_event_search_index" on public."partner_event" using gin ("businessNo" gin_trgm_ops, "sourceEntity" gin_trgm_ops, "sourceId" gin_trgm_ops, "idempotencyKey" gin_trgm_ops) where "delFlag" = 'N';

create table public."person" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "userCde" text not null,
  "userName" text collate public."bordereau_zh" not null,
  "companyCde" text,
  "deptCde" text,
  "positionCde" text,
  "claimFlag" text default 'N' not null,
  "mail" text,
  "officeTel" text,
  "mobilePhone" text,
  "address" text collate public."bordereau_zh",
  "loginSetting" text default 'LOCAL' not null,
  "password" text,
  "passwordInitial" text default 'N',
  "language" text,
  "theme" text,
  "userCde$live" text generated always as (case when "delFlag" = 'N' then "userCde" end) stored,
  "companyCde$live" text generated always as (case when "delFlag" = 'N' then "companyCde" end) stored,
  "deptCde$live" text generated always as (case when "delFlag" = 'N' then "deptCde" end) stored,
  "positionCde$live" text generated always as (case when "delFlag" = 'N' then "positionCde" end) stored,
  constraint "person_pkey" primary key ("id"),
  constraint "person_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "person_userCde_kind" check (not "delFlag" = 'N' or (char_length("userCde") <= 16 and "userCde" ~ '^[A-Za-z0-9][A-Za-z0-9._-]*$')),
  constraint "person_userName_kind" check (not "delFlag" = 'N' or (char_length("userName") <= 100)),
  constraint "person_claimFlag_kind" check (not "delFlag" = 'N' or ("claimFlag" in ('Y', 'N'))),
  constraint "person_mail_kind" check (not "delFlag" = 'N' or (char_length("mail") <= 100)),
  constraint "person_officeTel_kind" check (not "delFlag" = 'N' or (char_length("officeTel") <= 50)),
  constraint "person_mobilePhone_kind" check (not "delFlag" = 'N' or (char_length("mobilePhone") <= 50)),
  constraint "person_address_kind" check (not "delFlag" = 'N' or (char_length("address") <= 500)),
  constraint "person_loginSetting_options" check (not "delFlag" = 'N' or ("loginSetting" in ('LOCAL', 'SSO', 'NONE'))),
  constraint "person_passwordInitial_kind" check (not "delFlag" = 'N' or ("passwordInitial" in ('Y', 'N'))),
  constraint "person_language_options" check (not "delFlag" = 'N' or ("language" in ('en-US', 'zh-CN'))),
  constraint "person_theme_options" check (not "delFlag" = 'N' or ("theme" in ('light', 'dark', 'system'))),
  constraint "person_user-code_unique" unique ("userCde$live")
);
create unique index "person_user-code_forever" on public."person" using btree ("userCde");
create unique index "person_mail_unique" on public."person" using btree ("mail") where "delFlag" = 'N';
create index "person_companyCde_index" on public."person" using btree ("companyCde") where "delFlag" = 'N';
create index "person_deptCde_index" on public."person" using btree ("deptCde") where "delFlag" = 'N';
create index "person_positionCde_index" on public."person" using btree ("positionCde") where "delFlag" = 'N';
create index "person_search_index" on public."person" using gin ("userCde" gin_trgm_ops, "userName" gin_trgm_ops, "mail" gin_trgm_ops) where "delFlag" = 'N';

create table public."registration" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "userCde" text not null,
  "userName" text collate public."bordereau_zh" not null,
  "password" text not null,
  "phone" text not null,
  "mail" text not null,
  "mailCode" text,
  "companyName" text collate public."bordereau_zh",
  "unifiedSocialCreditNo" text,
  "recordStatus" text default 'Waiting',
  "reviewRemark" text collate public."bordereau_zh",
  constraint "registration_pkey" primary key ("id"),
  constraint "registration_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "registration_userCde_kind" check (not "delFlag" = 'N' or (char_length("userCde") <= 16 and "userCde" ~ '^[A-Za-z0-9][A-Za-z0-9._-]*$')),
  constraint "registration_userName_kind" check (not "delFlag" = 'N' or (char_length("userName") <= 100)),
  constraint "registration_phone_kind" check (not "delFlag" = 'N' or (char_length("phone") <= 50)),
  constraint "registration_mail_kind" check (not "delFlag" = 'N' or (char_length("mail") <= 100)),
  constraint "registration_mailCode_kind" check (not "delFlag" = 'N' or (char_length("mailCode") >= 6 and char_length("mailCode") <= 6)),
  constraint "registration_companyName_kind" check (not "delFlag" = 'N' or (char_length("companyName") <= 200)),
  constraint "registration_unifiedSocialCreditNo_kind" check (not "delFlag" = 'N' or (char_length("unifiedSocialCreditNo") <= 18 and "unifiedSocialCreditNo" ~ '^[0-9A-HJ-NP-RT-UW-Y]{18}$')),
  constraint "registration_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Waiting', 'Approved', 'Rejected'))),
  constraint "registration_reviewRemark_kind" check (not "delFlag" = 'N' or (char_length("reviewRemark") <= 500))
);
create unique index "registration_waiting-user-code_unique" on public."registration" using btree ("userCde") where "delFlag" = 'N' and (("recordStatus" = 'Waiting'));
create unique index "registration_waiting-mail_unique" on public."registration" using btree ("mail") where "delFlag" = 'N' and (("recordStatus" = 'Waiting'));
create index "registration_order_index" on public."registration" using btree ("createAt" desc, "id" desc) where "delFlag" = 'N';
create index "registration_search_index" on public."registration" using gin ("userCde" gin_trgm_ops, "userName" gin_trgm_ops, "companyName" gin_trgm_ops, "unifiedSocialCreditNo" gin_trgm_ops, "mail" gin_trgm_ops) where "delFlag" = 'N';

create table public."resource_item" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "title" text collate public."bordereau_zh" not null,
  "type" text,
  "content" text not null,
  "attachments" jsonb,
  constraint "resource_item_pkey" primary key ("id"),
  constraint "resource_item_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "resource_item_title_kind" check (not "delFlag" = 'N' or (char_length("title") <= 1000)),
  constraint "resource_item_type_kind" check (not "delFlag" = 'N' or (char_length("type") <= 20)),
  constraint "resource_item_content_kind" check (not "delFlag" = 'N' or (char_length("content") <= 100000)),
  constraint "resource_item_attachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("attachments") = 'array' then not jsonb_path_exists("attachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("attachments") <= 20 else "attachments" is null end))
);
create unique index "resource_item_title_unique" on public."resource_item" using btree (md5("title")) where "delFlag" = 'N';
create index "resource_item_order_index" on public."resource_item" using btree ("updateAt" desc, "id" desc) where "delFlag" = 'N';
create index "resource_item_search_index" on public."resource_item" using gin ("title" gin_trgm_ops) where "delFlag" = 'N';

create table public."role_permission" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "roleId" bigint not null,
  "permissionId" text collate public."bordereau_zh" not null,
  "actionEntitySet" jsonb,
  "roleId$live" bigint generated always as (case when "delFlag" = 'N' then "roleId" end) stored,
  constraint "role_permission_pkey" primary key ("id"),
  constraint "role_permission_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "role_permission_permissionId_kind" check (not "delFlag" = 'N' or (char_length("permissionId") <= 60 and "permissionId" ~ E'^(\\*\\.\\*|[a-z][a-z0-9-]*\\.(\\*|[a-z][a-z0-9-]*))$')),
  constraint "role_permission_actionEntitySet_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("actionEntitySet") = 'array' then not jsonb_path_exists("actionEntitySet", '$[*] ? (@.type() != "string")') and jsonb_array_length("actionEntitySet") <= 100 else "actionEntitySet" is null end))
);
create unique index "role_permission_permission_unique" on public."role_permission" using btree ("roleId", "permissionId") where "delFlag" = 'N';
create index "role_permission_roleId$live_index" on public."role_permission" using btree ("roleId$live");
create index "role_permission_search_index" on public."role_permission" using gin ("permissionId" gin_trgm_ops) where "delFlag" = 'N';

create table public."role_user" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "roleId" bigint not null,
  "userCde" text not null,
  "roleId$live" bigint generated always as (case when "delFlag" = 'N' then "roleId" end) stored,
  "userCde$live" text generated always as (case when "delFlag" = 'N' then "userCde" end) stored,
  constraint "role_user_pkey" primary key ("id"),
  constraint "role_user_delFlag_options" check ("delFlag" in ('Y', 'N'))
);
create unique index "role_user_one-role_unique" on public."role_user" using btree ("userCde") where "delFlag" = 'N';
create index "role_user_roleId_index" on public."role_user" using btree ("roleId") where "delFlag" = 'N';
create index "role_user_roleId$live_index" on public."role_user" using btree ("roleId$live");

create table public."role" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "roleName" text collate public."bordereau_zh" not null,
  "roleNameCh" text collate public."bordereau_zh",
  "allSeeingEye" text default 'N' not null,
  "remark" text collate public."bordereau_zh",
  "remarkCh" text collate public."bordereau_zh",
  "systemFlag" text default 'N',
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  constraint "role_pkey" primary key ("id"),
  constraint "role_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "role_roleName_kind" check (not "delFlag" = 'N' or (char_length("roleName") <= 100)),
  constraint "role_roleNameCh_kind" check (not "delFlag" = 'N' or (char_length("roleNameCh") <= 100)),
  constraint "role_allSeeingEye_kind" check (not "delFlag" = 'N' or ("allSeeingEye" in ('Y', 'N'))),
  constraint "role_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 100)),
  constraint "role_remarkCh_kind" check (not "delFlag" = 'N' or (char_length("remarkCh") <= 100)),
  constraint "role_systemFlag_kind" check (not "delFlag" = 'N' or ("systemFlag" in ('Y', 'N'))),
  constraint "role_id_live" unique ("id$live")
);
create unique index "role_role-name_unique" on public."role" using btree ("roleName") where "delFlag" = 'N';
create unique index "role_role-name-ch_unique" on public."role" using btree ("roleNameCh") where "delFlag" = 'N';
create index "role_search_index" on public."role" using gin ("roleName" gin_trgm_ops) where "delFlag" = 'N';

create table public."task_log" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "taskId" bigint not null,
  "seq" integer not null,
  "operateStatus" text not null,
  "optUser" text not null,
  "operateDate" timestamp with time zone not null,
  "level" text,
  "roleId" bigint,
  "operateOpinion" text collate public."bordereau_zh",
  "taskId$live" bigint generated always as (case when "delFlag" = 'N' then "taskId" end) stored,
  "roleId$live" bigint generated always as (case when "delFlag" = 'N' then "roleId" end) stored,
  constraint "task_log_pkey" primary key ("id"),
  constraint "task_log_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "task_log_seq_kind" check (not "delFlag" = 'N' or ("seq" >= '1')),
  constraint "task_log_operateStatus_options" check (not "delFlag" = 'N' or ("operateStatus" in ('Submit', 'Unsubmit', 'Approve', 'Reject', 'Done'))),
  constraint "task_log_optUser_kind" check (not "delFlag" = 'N' or (char_length("optUser") <= 16)),
  constraint "task_log_level_options" check (not "delFlag" = 'N' or ("level" in ('DIVISION', 'DEPARTMENT', 'LEADER'))),
  constraint "task_log_operateOpinion_kind" check (not "delFlag" = 'N' or (char_length("operateOpinion") <= 1000))
);
create unique index "task_log_seq_sequence" on public."task_log" using btree ("taskId", "seq") where "delFlag" = 'N';
create index "task_log_operateDate_index" on public."task_log" using btree ("operateDate", "id") where "delFlag" = 'N';
create index "task_log_taskId$live_index" on public."task_log" using btree ("taskId$live");
create index "task_log_search_index" on public."task_log" using gin ("optUser" gin_trgm_ops) where "delFlag" = 'N';

create table public."task" (
  "id" bigint generated always as identity not null,
  "rev" integer default 1 not null,
  "delFlag" text default 'N' not null,
  "creater" text not null,
  "createAt" timestamp with time zone default now() not null,
  "updater" text not null,
  "updateAt" timestamp with time zone default now() not null,
  "listCde" text not null,
  "recordStatus" text default 'Todo' not null,
  "approveType" text,
  "bizType" text default 'GENERAL',
  "businessNo" text,
  "billCompany" text,
  "curDirector" text,
  "curAssister" text,
  "remark" text collate public."bordereau_zh",
  "submitter" text,
  "submittedDate" timestamp with time zone,
  "optDate" timestamp with time zone,
  "recordEntity" text,
  "recordId" text,
  "dueDate" date,
  "remindDays" integer,
  "amountUsd" numeric(20,2),
  "levels" jsonb,
  "level" text,
  "roleId" bigint,
  "returned" text,
  "vslNme" text collate public."bordereau_zh",
  "blRefCde" text,
  "claimant" text collate public."bordereau_zh",
  "casualtyDate" date,
  "claimAmt" numeric(20,2),
  "unreadMail" integer default 0,
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  "curDirector$live" text generated always as (case when "delFlag" = 'N' then "curDirector" end) stored,
  "curAssister$live" text generated always as (case when "delFlag" = 'N' then "curAssister" end) stored,
  "roleId$live" bigint generated always as (case when "delFlag" = 'N' then "roleId" end) stored,
  constraint "task_pkey" primary key ("id"),
  constraint "task_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "task_listCde_kind" check (not "delFlag" = 'N' or (char_length("listCde") <= 16)),
  constraint "task_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Todo', 'Done'))),
  constraint "task_approveType_options" check (not "delFlag" = 'N' or ("approveType" in ('Case Approval', 'Case Confirm'))),
  constraint "task_bizType_options" check (not "delFlag" = 'N' or ("bizType" in ('CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER', 'PREMIUM', 'BILL', 'GENERAL'))),
  constraint "task_businessNo_kind" check (not "delFlag" = 'N' or (char_length("businessNo") <= 50)),
  constraint "task_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "task_submitter_kind" check (not "delFlag" = 'N' or (char_length("submitter") <= 16)),
  constraint "task_recordEntity_kind" check (not "delFlag" = 'N' or (char_length("recordEntity") <= 50)),
  constraint "task_recordId_kind" check (not "delFlag" = 'N' or (char_length("recordId") <= 20)),
  constraint "task_remindDays_kind" check (not "delFlag" = 'N' or ("remindDays" >= '0')),
  constraint "task_levels_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("levels") = 'array' then not jsonb_path_exists("levels", '$[*] ? (@.type() != "string")') else "levels" is null end)),
  constraint "task_levels_options" check (not "delFlag" = 'N' or ("levels" <@ '["DIVISION","DEPARTMENT","LEADER"]'::jsonb)),
  constraint "task_level_options" check (not "delFlag" = 'N' or ("level" in ('DIVISION', 'DEPARTMENT', 'LEADER'))),
  constraint "task_returned_kind" check (not "delFlag" = 'N' or ("returned" in ('Y', 'N'))),
  constraint "task_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "task_blRefCde_kind" check (not "delFlag" = 'N' or (char_length("blRefCde") <= 12)),
  constraint "task_claimant_kind" check (not "delFlag" = 'N' or (char_length("claimant") <= 200)),
  constraint "task_claimAmt_kind" check (not "delFlag" = 'N' or ("claimAmt" >= '0')),
  constraint "task_unreadMail_kind" check (not "delFlag" = 'N' or ("unreadMail" >= '0')),
  constraint "task_id_live" unique ("id$live")
);
create unique index "task_list-code_unique" on public."task" using btree ("listCde") where "delFlag" = 'N';
create unique index "task_one-open_unique" on public."task" using btree ("recordEntity", "recordId") where "delFlag" = 'N' and ((("recordStatus" = 'Todo') and (not ("dueDate" is not null))));
create unique index "task_one-reminder_unique" on public."task" using btree ("recordEntity", "recordId", "dueDate", "remindDays") where "delFlag" = 'N';
create index "task_dueDate_index" on public."task" using btree ("dueDate", "id") where "delFlag" = 'N';
create index "task_billCompany_index" on public."task" using btree ("billCompany") where "delFlag" = 'N';
create index "task_curDirector_index" on public."task" using btree ("curDirector") where "delFlag" = 'N';
create index "task_curAssister_index" on public."task" using btree ("curAssister") where "delFlag" = 'N';
create index "task_roleId_index" on public."task" using btree ("roleId") where "delFlag" = 'N';
create index "task_search_index" on public."task" using gin ("businessNo" gin_trgm_ops, "submitter" gin_trgm_ops, "vslNme" gin_trgm_ops) where "delFlag" = 'N';

alter table public."bank_slip_detail" add constraint "bank_slip_detail_memoId_ref" foreign key ("memoId$live") references public."bank_slip" ("id$live") deferrable initially immediate;
alter table public."bank_slip_detail" add constraint "bank_slip_detail_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."bank_slip_detail" add constraint "bank_slip_detail_currency_ref" foreign key ("currency$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."bank_slip_detail" add constraint "bank_slip_detail_suppCde_ref" foreign key ("suppCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."bank_slip_detail" add constraint "bank_slip_detail_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."bank_slip" add constraint "bank_slip_compCde_ref" foreign key ("compCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."bank_slip" add constraint "bank_slip_origCcyCde_ref" foreign key ("origCcyCde$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."bill_invoice" add constraint "bill_invoice_invocieCompany_ref" foreign key ("invocieCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."bill_invoice" add constraint "bill_invoice_invoiceCur_ref" foreign key ("invoiceCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."bill_invoice" add constraint "bill_invoice_costCur_ref" foreign key ("costCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."bill_invoice" add constraint "bill_invoice_localCur_ref" foreign key ("localCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."bill_invoice" add constraint "bill_invoice_paymentCur_ref" foreign key ("paymentCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."bill_invoice" add constraint "bill_invoice_headId_ref" foreign key ("headId$live") references public."settlement_bill" ("id$live") deferrable initially immediate;
alter table public."bill_line" add constraint "bill_line_headId_ref" foreign key ("headId$live") references public."settlement_bill" ("id$live") deferrable initially immediate;
alter table public."bill_line" add constraint "bill_line_stageId_ref" foreign key ("stageId$live") references public."premium_stage" ("id$live") deferrable initially immediate;
alter table public."bill_line" add constraint "bill_line_chargeId_ref" foreign key ("chargeId$live") references public."paid_charge" ("id$live") deferrable initially immediate;
alter table public."bill_line" add constraint "bill_line_club_ref" foreign key ("club$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."bill_line" add constraint "bill_line_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."bill_line" add constraint "bill_line_payCur_ref" foreign key ("payCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."settlement_bill" add constraint "settlement_bill_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."settlement_bill" add constraint "settlement_bill_agent_ref" foreign key ("agent$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."settlement_bill" add constraint "settlement_bill_piClub_ref" foreign key ("piClub$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."settlement_bill" add constraint "settlement_bill_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."settlement_bill" add constraint "settlement_bill_supplierPartyId_ref" foreign key ("supplierPartyId$live") references public."sap_party" ("id$live") deferrable initially immediate;
alter table public."attachment" add constraint "attachment_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."attachment" add constraint "attachment_operator_ref" foreign key ("operator$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."claim_approval" add constraint "claim_approval_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."claim_approval" add constraint "claim_approval_hmCaptive_ref" foreign key ("hmCaptive$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."claim_approval" add constraint "claim_approval_piClub_ref" foreign key ("piClub$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."claim_approval" add constraint "claim_approval_cntrCompany_ref" foreign key ("cntrCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."claim_approval" add constraint "claim_approval_claimCur_ref" foreign key ("claimCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."claim_approval" add constraint "claim_approval_submitUsr_ref" foreign key ("submitUsr$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."claim_approval" add constraint "claim_approval_departmentRoom_ref" foreign key ("departmentRoom$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."claim_approval" add constraint "claim_approval_dept_ref" foreign key ("dept$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."claim_approval" add constraint "claim_approval_leader_ref" foreign key ("leader$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."claim_contact" add constraint "claim_contact_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."claim_contact" add constraint "claim_contact_companyCde_ref" foreign key ("companyCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."claim_date" add constraint "claim_date_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."claim_invoice" add constraint "claim_invoice_invocieCompany_ref" foreign key ("invocieCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."claim_invoice" add constraint "claim_invoice_invoiceCur_ref" foreign key ("invoiceCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."claim_invoice" add constraint "claim_invoice_costCur_ref" foreign key ("costCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."claim_invoice" add constraint "claim_invoice_localCur_ref" foreign key ("localCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."claim_invoice" add constraint "claim_invoice_paymentCur_ref" foreign key ("paymentCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."claim_invoice" add constraint "claim_invoice_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."claim" add constraint "claim_claimExecutor_ref" foreign key ("claimExecutor$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."claim" add constraint "claim_claimAssistant_ref" foreign key ("claimAssistant$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."claim" add constraint "claim_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."claim" add constraint "hull_claim_country_ref" foreign key ("country$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."claim" add constraint "hull_claim_InsCompany_ref" foreign key ("InsCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."claim" add constraint "other_claim_country_ref" foreign key ("country$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."claim" add constraint "other_claim_InsCompany_ref" foreign key ("InsCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."estimate_allocation" add constraint "estimate_allocation_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."estimate_allocation" add constraint "estimate_allocation_approvalId_ref" foreign key ("approvalId$live") references public."claim_approval" ("id$live") deferrable initially immediate;
alter table public."estimate_allocation" add constraint "estimate_allocation_hmCaptive_ref" foreign key ("hmCaptive$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."estimate_allocation" add constraint "estimate_allocation_piClub_ref" foreign key ("piClub$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."estimate_allocation" add constraint "estimate_allocation_cntrCompany_ref" foreign key ("cntrCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."expiry_extension" add constraint "expiry_extension_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."expiry_extension" add constraint "expiry_extension_operator_ref" foreign key ("operator$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."fund_claim" add constraint "fund_claim_memoId_ref" foreign key ("memoId$live") references public."bank_slip" ("id$live") deferrable initially immediate;
alter table public."fund_claim" add constraint "fund_claim_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."fund_claim" add constraint "fund_claim_currency_ref" foreign key ("currency$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."fund_claim" add constraint "fund_claim_reversalOf_ref" foreign key ("reversalOf$live") references public."fund_claim" ("id$live") deferrable initially immediate;
alter table public."operate_log" add constraint "operate_log_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."operate_log" add constraint "operate_log_operator_ref" foreign key ("operator$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."paid_charge" add constraint "paid_charge_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."paid_charge" add constraint "paid_charge_suppCde_ref" foreign key ("suppCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."paid_charge" add constraint "paid_charge_supplierPartyId_ref" foreign key ("supplierPartyId$live") references public."sap_party" ("id$live") deferrable initially immediate;
alter table public."paid_charge" add constraint "paid_charge_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."paid_charge" add constraint "paid_charge_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."paid_charge" add constraint "paid_charge_deductibleType_ref" foreign key ("deductibleType$live") references public."deductible_type" ("deductibleTypeCde$live") deferrable initially immediate;
alter table public."recovery_charge" add constraint "recovery_charge_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."recovery_charge" add constraint "recovery_charge_custCde_ref" foreign key ("custCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."recovery_charge" add constraint "recovery_charge_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."recovery_charge" add constraint "recovery_charge_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."reimbursement" add constraint "reimbursement_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."reimbursement" add constraint "reimbursement_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."reimbursement" add constraint "reimbursement_claimCur_ref" foreign key ("claimCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."appeal" add constraint "appeal_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."case_summary" add constraint "case_summary_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."counterclaim" add constraint "counterclaim_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."counterclaim" add constraint "counterclaim_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."court_record" add constraint "court_record_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."enforcement" add constraint "enforcement_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."legal_document" add constraint "legal_document_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."legal_document" add constraint "legal_document_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."legal_document" add constraint "legal_document_personInCharge_ref" foreign key ("personInCharge$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."litigation_amount" add constraint "litigation_amount_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."litigation_amount" add constraint "litigation_amount_currency_ref" foreign key ("currency$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."litigation_case" add constraint "litigation_case_subCompany_ref" foreign key ("subCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."litigation_case" add constraint "litigation_case_involvedCompany_ref" foreign key ("involvedCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."litigation_case" add constraint "litigation_case_personInCharge_ref" foreign key ("personInCharge$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."litigation_filing" add constraint "litigation_filing_personInCharge_ref" foreign key ("personInCharge$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."litigation_filing" add constraint "litigation_filing_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."litigation_filing" add constraint "litigation_filing_ltgCause_ref" foreign key ("ltgCause$live") references public."cause_of_action" ("causeCode$live") deferrable initially immediate;
alter table public."litigation_meeting" add constraint "litigation_meeting_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."litigation_party" add constraint "litigation_party_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."performance" add constraint "performance_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."performance" add constraint "performance_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."performance" add constraint "performance_personInCharge_ref" foreign key ("personInCharge$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."retrial" add constraint "retrial_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."undertaker" add constraint "undertaker_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."undertaker" add constraint "undertaker_userCde_ref" foreign key ("userCde$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."undertaker" add constraint "undertaker_company_ref" foreign key ("company$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."withdrawal" add constraint "withdrawal_ltgtId_ref" foreign key ("ltgtId$live") references public."litigation_case" ("id$live") deferrable initially immediate;
alter table public."customer_order" add constraint "customer_order_sku_ref" foreign key ("sku$live") references public."goods" ("sku$live") deferrable initially immediate;
alter table public."goods" add constraint "goods_hsCode_ref" foreign key ("hsCode$live") references public."hs_code" ("hsCode$live") deferrable initially immediate;
alter table public."goods" add constraint "goods_originCountry_ref" foreign key ("originCountry$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."inbound_order" add constraint "inbound_order_sku_ref" foreign key ("sku$live") references public."goods" ("sku$live") deferrable initially immediate;
alter table public."inbound_order" add constraint "inbound_order_customsBroker_ref" foreign key ("customsBroker$live") references public."customs_broker" ("code$live") deferrable initially immediate;
alter table public."inbound_order" add constraint "inbound_order_customsType_ref" foreign key ("customsType$live") references public."customs_type" ("code$live") deferrable initially immediate;
alter table public."inventory" add constraint "inventory_sku_ref" foreign key ("sku$live") references public."goods" ("sku$live") deferrable initially immediate;
alter table public."logistics_rate" add constraint "logistics_rate_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."outbound_order" add constraint "outbound_order_sku_ref" foreign key ("sku$live") references public."goods" ("sku$live") deferrable initially immediate;
alter table public."outbound_order" add constraint "outbound_order_customsBroker_ref" foreign key ("customsBroker$live") references public."customs_broker" ("code$live") deferrable initially immediate;
alter table public."outbound_order" add constraint "outbound_order_customsType_ref" foreign key ("customsType$live") references public."customs_type" ("code$live") deferrable initially immediate;
alter table public."quotation" add constraint "quotation_orderCode_ref" foreign key ("orderCode$live") references public."customer_order" ("code$live") deferrable initially immediate;
alter table public."quotation" add constraint "quotation_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."bank_account" add constraint "bank_account_companyCde_ref" foreign key ("companyCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."bank_account" add constraint "bank_account_ccyCde_ref" foreign key ("ccyCde$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."bank_account" add constraint "bank_account_country_ref" foreign key ("country$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."charge_type" add constraint "charge_type_compTypeCde_ref" foreign key ("compTypeCde$live") references public."company_type" ("compTypeCde$live") deferrable initially immediate;
alter table public."company_contact" add constraint "company_contact_companyCde_ref" foreign key ("companyCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."company" add constraint "company_companyType_ref" foreign key ("companyType$live") references public."company_type" ("compTypeCde$live") deferrable initially immediate;
alter table public."company" add constraint "company_country_ref" foreign key ("country$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."company" add constraint "company_baseCur_ref" foreign key ("baseCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."exchange_rate" add constraint "exchange_rate_fromCur_ref" foreign key ("fromCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."exchange_rate" add constraint "exchange_rate_toCur_ref" foreign key ("toCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."policy_stage" add constraint "policy_stage_policyYearId_ref" foreign key ("policyYearId$live") references public."policy_year" ("id$live") deferrable initially immediate;
alter table public."policy_stage" add constraint "policy_stage_curr_ref" foreign key ("curr$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."position" add constraint "position_supPositionCde_ref" foreign key ("supPositionCde$live") references public."position" ("positionCde$live") deferrable initially immediate;
alter table public."sap_account" add constraint "sap_account_sapPartyId_ref" foreign key ("sapPartyId$live") references public."sap_party" ("id$live") deferrable initially immediate;
alter table public."sap_party" add constraint "sap_party_countryCde_ref" foreign key ("countryCde$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."schedule_call" add constraint "schedule_call_scheduleId_ref" foreign key ("scheduleId$live") references public."schedule" ("id$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_flagCntry_ref" foreign key ("flagCntry$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_fleet_ref" foreign key ("fleet$live") references public."fleet" ("fleetCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_regOwner_ref" foreign key ("regOwner$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_operator_ref" foreign key ("operator$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_techManager_ref" foreign key ("techManager$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_commManager_ref" foreign key ("commManager$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_policyHolder_ref" foreign key ("policyHolder$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_cpiIrClub_ref" foreign key ("cpiIrClub$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_hmBroker_ref" foreign key ("hmBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_apBroker_ref" foreign key ("apBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_piBroker_ref" foreign key ("piBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_insured" add constraint "vessel_insured_deductibleType_ref" foreign key ("deductibleType$live") references public."deductible_type" ("deductibleTypeCde$live") deferrable initially immediate;
alter table public."vessel_log" add constraint "vessel_log_vesselId_ref" foreign key ("vesselId$live") references public."vessel" ("id$live") deferrable initially immediate;
alter table public."vessel_person" add constraint "vessel_person_vesselId_ref" foreign key ("vesselId$live") references public."vessel" ("id$live") deferrable initially immediate;
alter table public."vessel_person" add constraint "vessel_person_userCde_ref" foreign key ("userCde$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."vessel_person" add constraint "vessel_person_claimExcutive_ref" foreign key ("claimExcutive$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."vessel_person" add constraint "vessel_person_claimAssitant_ref" foreign key ("claimAssitant$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."vessel_pre_entry" add constraint "vessel_pre_entry_flagCntry_ref" foreign key ("flagCntry$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."vessel_pre_entry" add constraint "vessel_pre_entry_fleet_ref" foreign key ("fleet$live") references public."fleet" ("fleetCde$live") deferrable initially immediate;
alter table public."vessel" add constraint "vessel_flagCntry_ref" foreign key ("flagCntry$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."vessel" add constraint "vessel_fleet_ref" foreign key ("fleet$live") references public."fleet" ("fleetCde$live") deferrable initially immediate;
alter table public."agency_container" add constraint "agency_container_agencyPremiumId_ref" foreign key ("agencyPremiumId$live") references public."agency_premium" ("id$live") deferrable initially immediate;
alter table public."agency_container" add constraint "agency_container_agenyCde_ref" foreign key ("agenyCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."agency_detail" add constraint "agency_detail_agencyPremiumId_ref" foreign key ("agencyPremiumId$live") references public."agency_premium" ("id$live") deferrable initially immediate;
alter table public."agency_detail" add constraint "agency_detail_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."agency_detail" add constraint "agency_detail_agenyCde_ref" foreign key ("agenyCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."agency_premium" add constraint "agency_premium_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."agency_premium" add constraint "agency_premium_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."agency_premium" add constraint "agency_premium_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."agency_premium" add constraint "agency_premium_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."agency_premium" add constraint "agency_premium_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."cargo_transport" add constraint "cargo_transport_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."cargo_transport" add constraint "cargo_transport_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."cargo_transport" add constraint "cargo_transport_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."cargo_transport" add constraint "cargo_transport_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."cargo_transport" add constraint "cargo_transport_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."certificate" add constraint "certificate_compCde_ref" foreign key ("compCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."certificate" add constraint "certificate_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."certificate" add constraint "certificate_deductibleType_ref" foreign key ("deductibleType$live") references public."deductible_type" ("deductibleTypeCde$live") deferrable initially immediate;
alter table public."charterer_premium" add constraint "charterer_premium_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."charterer_premium" add constraint "charterer_premium_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."charterer_premium" add constraint "charterer_premium_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."charterer_premium" add constraint "charterer_premium_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."charterer_premium" add constraint "charterer_premium_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."container_premium" add constraint "container_premium_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."container_premium" add constraint "container_premium_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."container_premium" add constraint "container_premium_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."container_premium" add constraint "container_premium_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."container_premium" add constraint "container_premium_piClub_ref" foreign key ("piClub$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."delay_risk" add constraint "delay_risk_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."delay_risk" add constraint "delay_risk_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."delay_risk" add constraint "delay_risk_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."delay_risk" add constraint "delay_risk_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."delay_risk" add constraint "delay_risk_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."fee_insurance" add constraint "fee_insurance_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."fee_insurance" add constraint "fee_insurance_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."fee_insurance" add constraint "fee_insurance_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."fee_insurance" add constraint "fee_insurance_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."fee_insurance" add constraint "fee_insurance_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."freight_demurrage" add constraint "freight_demurrage_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."freight_demurrage" add constraint "freight_demurrage_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."freight_demurrage" add constraint "freight_demurrage_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."freight_demurrage" add constraint "freight_demurrage_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."freight_demurrage" add constraint "freight_demurrage_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."hull_ap" add constraint "hull_ap_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."hull_ap" add constraint "hull_ap_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."hull_premium" add constraint "hull_premium_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."hull_premium" add constraint "hull_premium_fleet_ref" foreign key ("fleet$live") references public."fleet" ("fleetCde$live") deferrable initially immediate;
alter table public."hull_premium" add constraint "hull_premium_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."hull_premium" add constraint "hull_premium_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."hull_premium" add constraint "hull_premium_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."hull_premium" add constraint "hull_premium_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."innocent_owner" add constraint "innocent_owner_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."innocent_owner" add constraint "innocent_owner_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."innocent_owner" add constraint "innocent_owner_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."innocent_owner" add constraint "innocent_owner_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."innocent_owner" add constraint "innocent_owner_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."kidnap_ransom" add constraint "kidnap_ransom_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."kidnap_ransom" add constraint "kidnap_ransom_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."kidnap_ransom" add constraint "kidnap_ransom_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."kidnap_ransom" add constraint "kidnap_ransom_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."kidnap_ransom" add constraint "kidnap_ransom_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."liability_ap" add constraint "liability_ap_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."liability_ap" add constraint "liability_ap_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."liability_ap" add constraint "liability_ap_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."liability_ap" add constraint "liability_ap_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."liability_ap" add constraint "liability_ap_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."liability_premium" add constraint "liability_premium_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."liability_premium" add constraint "liability_premium_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."liability_premium" add constraint "liability_premium_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."liability_premium" add constraint "liability_premium_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."liability_premium" add constraint "liability_premium_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."logistics_liability" add constraint "logistics_liability_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."logistics_liability" add constraint "logistics_liability_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."logistics_liability" add constraint "logistics_liability_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."logistics_liability" add constraint "logistics_liability_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."logistics_liability" add constraint "logistics_liability_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."loss_of_hire" add constraint "loss_of_hire_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."loss_of_hire" add constraint "loss_of_hire_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."loss_of_hire" add constraint "loss_of_hire_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."loss_of_hire" add constraint "loss_of_hire_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."loss_of_hire" add constraint "loss_of_hire_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."other_liability" add constraint "other_liability_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."other_liability" add constraint "other_liability_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."other_liability" add constraint "other_liability_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."other_liability" add constraint "other_liability_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."other_liability" add constraint "other_liability_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."pi_premium" add constraint "pi_premium_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."pi_premium" add constraint "pi_premium_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."pi_premium" add constraint "pi_premium_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."pi_premium" add constraint "pi_premium_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."pi_premium" add constraint "pi_premium_fleetCde_ref" foreign key ("fleetCde$live") references public."fleet" ("fleetCde$live") deferrable initially immediate;
alter table public."pi_premium" add constraint "pi_premium_piClub_ref" foreign key ("piClub$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."premium_return" add constraint "premium_return_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."premium_return" add constraint "premium_return_insurer_ref" foreign key ("insurer$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."premium_return" add constraint "premium_return_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."premium_return" add constraint "premium_return_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."premium_stage" add constraint "premium_stage_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."premium_stage" add constraint "premium_stage_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."premium_stage" add constraint "premium_stage_club_ref" foreign key ("club$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."premium_stage" add constraint "premium_stage_piClub_ref" foreign key ("piClub$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."premium_stage" add constraint "premium_stage_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."premium_stage" add constraint "premium_stage_payee_ref" foreign key ("payee$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."premium_stage" add constraint "premium_stage_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."property_premium" add constraint "property_premium_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."property_premium" add constraint "property_premium_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."property_premium" add constraint "property_premium_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."property_premium" add constraint "property_premium_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."property_premium" add constraint "property_premium_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."slot_detail" add constraint "slot_detail_slotPremiumId_ref" foreign key ("slotPremiumId$live") references public."slot_premium" ("id$live") deferrable initially immediate;
alter table public."slot_premium" add constraint "slot_premium_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."slot_premium" add constraint "slot_premium_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."slot_premium" add constraint "slot_premium_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."slot_premium" add constraint "slot_premium_insBroker_ref" foreign key ("insBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."slot_premium" add constraint "slot_premium_piClub_ref" foreign key ("piClub$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."transport_liability" add constraint "transport_liability_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."transport_liability" add constraint "transport_liability_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."transport_liability" add constraint "transport_liability_cur_ref" foreign key ("cur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."transport_liability" add constraint "transport_liability_insurerCde_ref" foreign key ("insurerCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."transport_liability" add constraint "transport_liability_insurerBroker_ref" foreign key ("insurerBroker$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."vessel_value" add constraint "vessel_value_versionId_ref" foreign key ("versionId$live") references public."premium_version" ("id$live") deferrable initially immediate;
alter table public."vessel_value" add constraint "vessel_value_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."approval_rule" add constraint "approval_rule_roleId_ref" foreign key ("roleId$live") references public."role" ("id$live") deferrable initially immediate;
alter table public."company_submission" add constraint "company_submission_country_ref" foreign key ("country$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."document" add constraint "document_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."document" add constraint "document_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."mail" add constraint "mail_caseId_ref" foreign key ("caseId$live") references public."claim" ("id$live") deferrable initially immediate;
alter table public."mail" add constraint "mail_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."person" add constraint "person_companyCde_ref" foreign key ("companyCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."person" add constraint "person_deptCde_ref" foreign key ("deptCde$live") references public."department" ("deptCde$live") deferrable initially immediate;
alter table public."person" add constraint "person_positionCde_ref" foreign key ("positionCde$live") references public."position" ("positionCde$live") deferrable initially immediate;
alter table public."role_permission" add constraint "role_permission_roleId_ref" foreign key ("roleId$live") references public."role" ("id$live") deferrable initially immediate;
alter table public."role_user" add constraint "role_user_roleId_ref" foreign key ("roleId$live") references public."role" ("id$live") deferrable initially immediate;
alter table public."role_user" add constraint "role_user_userCde_ref" foreign key ("userCde$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."task_log" add constraint "task_log_taskId_ref" foreign key ("taskId$live") references public."task" ("id$live") deferrable initially immediate;
alter table public."task_log" add constraint "task_log_roleId_ref" foreign key ("roleId$live") references public."role" ("id$live") deferrable initially immediate;
alter table public."task" add constraint "task_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."task" add constraint "task_curDirector_ref" foreign key ("curDirector$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."task" add constraint "task_curAssister_ref" foreign key ("curAssister$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."task" add constraint "task_roleId_ref" foreign key ("roleId$live") references public."role" ("id$live") deferrable initially immediate;

create or replace function kernel."lasting"() returns trigger language plpgsql as $body$
begin
  raise exception using errcode = 'check_violation', message = format('"%s" on table "%s" keeps its value', tg_name, tg_table_name),
    schema = tg_table_schema, table = tg_table_name, constraint = tg_name;
end
$body$;
create or replace function kernel."bank_slip_detail_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "bank_slip_detail_vslCde_ref" on table "bank_slip_detail" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'bank_slip_detail', column = 'vslCde', constraint = 'bank_slip_detail_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."bank_slip_detail_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('bank_slip_detail_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."bank_slip_detail" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "bank_slip_detail_vslCde_ref" on table "bank_slip_detail" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "bank_slip_detail".',
      schema = 'public', table = 'bank_slip_detail', column = 'vslCde', constraint = 'bank_slip_detail_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."bank_slip_bankAcctNumId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."bankAcctNumId" is not distinct from new."bankAcctNumId" and old."compCde" is not distinct from new."compCde" and old."origCcyCde" is not distinct from new."origCcyCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."bank_account" where "id" = case when new."bankAcctNumId"::text ~ '^[0-9]{1,18}$' then (new."bankAcctNumId"::text)::bigint end and "companyCde"::text = new."compCde"::text and "ccyCde"::text = new."origCcyCde"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "bank_slip_bankAcctNumId_ref" on table "bank_slip" is violated',
      detail = 'Key (bankAcctNumId)=(' || new."bankAcctNumId" || ') is not present in table "bank_account".',
      schema = 'public', table = 'bank_slip', column = 'bankAcctNumId', constraint = 'bank_slip_bankAcctNumId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."bank_slip_bankAcctNumId$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."id" = old."id" and new."companyCde" = old."companyCde" and new."ccyCde" = old."ccyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('bank_slip_bankAcctNumId_ref:' || old."id", 0));
  if not exists (select from public."bank_account" where "id" = case when old."id"::text ~ '^[0-9]{1,18}$' then (old."id"::text)::bigint end and "companyCde"::text = old."companyCde"::text and "ccyCde"::text = old."ccyCde"::text and "delFlag" = 'N')
    and exists (select from public."bank_slip" where "delFlag" = 'N' and "bankAcctNumId" = old."id" and "compCde"::text = old."companyCde"::text and "origCcyCde"::text = old."ccyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "bank_slip_bankAcctNumId_ref" on table "bank_slip" is violated',
      detail = 'Key (id)=(' || old."id" || ') of table "bank_account" is still referenced from table "bank_slip".',
      schema = 'public', table = 'bank_slip', column = 'bankAcctNumId', constraint = 'bank_slip_bankAcctNumId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."settlement_bill_policyYear_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."policyYear" is not distinct from new."policyYear" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."policy_year" where "policyYear" = new."policyYear" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "settlement_bill_policyYear_ref" on table "settlement_bill" is violated',
      detail = 'Key (policyYear)=(' || new."policyYear" || ') is not present in table "policy_year".',
      schema = 'public', table = 'settlement_bill', column = 'policyYear', constraint = 'settlement_bill_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."settlement_bill_policyYear$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."policyYear" = old."policyYear" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('settlement_bill_policyYear_ref:' || old."policyYear", 0));
  if not exists (select from public."policy_year" where "policyYear" = old."policyYear"::text and "delFlag" = 'N')
    and exists (select from public."settlement_bill" where "delFlag" = 'N' and "policyYear" = old."policyYear"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "settlement_bill_policyYear_ref" on table "settlement_bill" is violated',
      detail = 'Key (policyYear)=(' || old."policyYear" || ') of table "policy_year" is still referenced from table "settlement_bill".',
      schema = 'public', table = 'settlement_bill', column = 'policyYear', constraint = 'settlement_bill_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."settlement_bill_bankAcctNum_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."bankAcctNum" is not distinct from new."bankAcctNum" and old."supplierPartyId" is not distinct from new."supplierPartyId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."sap_account" where "accountBankCode" = new."bankAcctNum" and "sapPartyId"::text = new."supplierPartyId"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "settlement_bill_bankAcctNum_ref" on table "settlement_bill" is violated',
      detail = 'Key (bankAcctNum)=(' || new."bankAcctNum" || ') is not present in table "sap_account".',
      schema = 'public', table = 'settlement_bill', column = 'bankAcctNum', constraint = 'settlement_bill_bankAcctNum_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."settlement_bill_bankAcctNum$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."accountBankCode" = old."accountBankCode" and new."sapPartyId" = old."sapPartyId" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('settlement_bill_bankAcctNum_ref:' || old."accountBankCode", 0));
  if not exists (select from public."sap_account" where "accountBankCode" = old."accountBankCode"::text and "sapPartyId"::text = old."sapPartyId"::text and "delFlag" = 'N')
    and exists (select from public."settlement_bill" where "delFlag" = 'N' and "bankAcctNum" = old."accountBankCode"::text and "supplierPartyId"::text = old."sapPartyId"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "settlement_bill_bankAcctNum_ref" on table "settlement_bill" is violated',
      detail = 'Key (accountBankCode)=(' || old."accountBankCode" || ') of table "sap_account" is still referenced from table "settlement_bill".',
      schema = 'public', table = 'settlement_bill', column = 'bankAcctNum', constraint = 'settlement_bill_bankAcctNum_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_approval_hmCaptive$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."hmCaptive" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_approval_hmCaptive$where_ref" on table "claim_approval" is violated',
      detail = 'Key (hmCaptive)=(' || new."hmCaptive" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."hmCaptive" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'claim_approval', column = 'hmCaptive', constraint = 'claim_approval_hmCaptive$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_approval_piClub$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_approval_piClub$where_ref" on table "claim_approval" is violated',
      detail = 'Key (piClub)=(' || new."piClub" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'claim_approval', column = 'piClub', constraint = 'claim_approval_piClub$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_approval_cntrCompany$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."cntrCompany" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_approval_cntrCompany$where_ref" on table "claim_approval" is violated',
      detail = 'Key (cntrCompany)=(' || new."cntrCompany" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."cntrCompany" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'claim_approval', column = 'cntrCompany', constraint = 'claim_approval_cntrCompany$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_invoice_chargeId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."chargeId" is not distinct from new."chargeId" and old."caseId" is not distinct from new."caseId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."paid_charge" where "id" = case when new."chargeId"::text ~ '^[0-9]{1,18}$' then (new."chargeId"::text)::bigint end and "caseId"::text = new."caseId"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_invoice_chargeId_ref" on table "claim_invoice" is violated',
      detail = 'Key (chargeId)=(' || new."chargeId" || ') is not present in table "paid_charge".',
      schema = 'public', table = 'claim_invoice', column = 'chargeId', constraint = 'claim_invoice_chargeId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_invoice_chargeId$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."id" = old."id" and new."caseId" = old."caseId" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('claim_invoice_chargeId_ref:' || old."id", 0));
  if not exists (select from public."paid_charge" where "id" = case when old."id"::text ~ '^[0-9]{1,18}$' then (old."id"::text)::bigint end and "caseId"::text = old."caseId"::text and "delFlag" = 'N')
    and exists (select from public."claim_invoice" where "delFlag" = 'N' and "chargeId" = old."id" and "caseId"::text = old."caseId"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_invoice_chargeId_ref" on table "claim_invoice" is violated',
      detail = 'Key (id)=(' || old."id" || ') of table "paid_charge" is still referenced from table "claim_invoice".',
      schema = 'public', table = 'claim_invoice', column = 'chargeId', constraint = 'claim_invoice_chargeId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_vslCde_ref" on table "claim" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'claim', column = 'vslCde', constraint = 'claim_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('claim_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."claim" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_vslCde_ref" on table "claim" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "claim".',
      schema = 'public', table = 'claim', column = 'vslCde', constraint = 'claim_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_claimExecutor$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."person" where "userCde" = new."claimExecutor" and "delFlag" = 'N' and (("claimFlag" = 'Y')) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_claimExecutor$where_ref" on table "claim" is violated',
      detail = 'Key (claimExecutor)=(' || new."claimExecutor" || ') is not present in table "person".',
      hint = case when exists (select from public."person" where "userCde" = new."claimExecutor" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'claim', column = 'claimExecutor', constraint = 'claim_claimExecutor$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_claimAssistant$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."person" where "userCde" = new."claimAssistant" and "delFlag" = 'N' and (("claimFlag" = 'Y')) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_claimAssistant$where_ref" on table "claim" is violated',
      detail = 'Key (claimAssistant)=(' || new."claimAssistant" || ') is not present in table "person".',
      hint = case when exists (select from public."person" where "userCde" = new."claimAssistant" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'claim', column = 'claimAssistant', constraint = 'claim_claimAssistant$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_relatedClaims_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."relatedClaims") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."relatedClaims" ? "$code";
    perform from public."claim" where "ourRef" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_relatedClaims_ref" on table "claim" is violated',
      detail = 'Key (relatedClaims)=(' || "$code" || ') is not present in table "claim".',
      schema = 'public', table = 'claim', column = 'relatedClaims', constraint = 'claim_relatedClaims_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."claim_relatedClaims$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."ourRef" = old."ourRef" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('claim_relatedClaims_ref:' || old."ourRef", 0));
  if not exists (select from public."claim" where "ourRef" = old."ourRef"::text and "delFlag" = 'N')
    and exists (select from public."claim" where "delFlag" = 'N' and "relatedClaims" ? old."ourRef"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "claim_relatedClaims_ref" on table "claim" is violated',
      detail = 'Key (ourRef)=(' || old."ourRef" || ') of table "claim" is still referenced from table "claim".',
      schema = 'public', table = 'claim', column = 'relatedClaims', constraint = 'claim_relatedClaims_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."estimate_allocation_hmCaptive$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."hmCaptive" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "estimate_allocation_hmCaptive$where_ref" on table "estimate_allocation" is violated',
      detail = 'Key (hmCaptive)=(' || new."hmCaptive" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."hmCaptive" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'estimate_allocation', column = 'hmCaptive', constraint = 'estimate_allocation_hmCaptive$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."estimate_allocation_piClub$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "estimate_allocation_piClub$where_ref" on table "estimate_allocation" is violated',
      detail = 'Key (piClub)=(' || new."piClub" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'estimate_allocation', column = 'piClub', constraint = 'estimate_allocation_piClub$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."estimate_allocation_cntrCompany$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."cntrCompany" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "estimate_allocation_cntrCompany$where_ref" on table "estimate_allocation" is violated',
      detail = 'Key (cntrCompany)=(' || new."cntrCompany" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."cntrCompany" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'estimate_allocation', column = 'cntrCompany', constraint = 'estimate_allocation_cntrCompany$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."fund_claim_detailId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."detailId" is not distinct from new."detailId" and old."memoId" is not distinct from new."memoId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."bank_slip_detail" where "id" = case when new."detailId"::text ~ '^[0-9]{1,18}$' then (new."detailId"::text)::bigint end and "memoId"::text = new."memoId"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "fund_claim_detailId_ref" on table "fund_claim" is violated',
      detail = 'Key (detailId)=(' || new."detailId" || ') is not present in table "bank_slip_detail".',
      schema = 'public', table = 'fund_claim', column = 'detailId', constraint = 'fund_claim_detailId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."fund_claim_paidChargeId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."paidChargeId" is not distinct from new."paidChargeId" and old."caseId" is not distinct from new."caseId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."paid_charge" where "id" = case when new."paidChargeId"::text ~ '^[0-9]{1,18}$' then (new."paidChargeId"::text)::bigint end and "caseId"::text = new."caseId"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "fund_claim_paidChargeId_ref" on table "fund_claim" is violated',
      detail = 'Key (paidChargeId)=(' || new."paidChargeId" || ') is not present in table "paid_charge".',
      schema = 'public', table = 'fund_claim', column = 'paidChargeId', constraint = 'fund_claim_paidChargeId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."fund_claim_recoveryId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."recoveryId" is not distinct from new."recoveryId" and old."caseId" is not distinct from new."caseId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."recovery_charge" where "id" = case when new."recoveryId"::text ~ '^[0-9]{1,18}$' then (new."recoveryId"::text)::bigint end and "caseId"::text = new."caseId"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "fund_claim_recoveryId_ref" on table "fund_claim" is violated',
      detail = 'Key (recoveryId)=(' || new."recoveryId" || ') is not present in table "recovery_charge".',
      schema = 'public', table = 'fund_claim', column = 'recoveryId', constraint = 'fund_claim_recoveryId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."fund_claim_reimbursementId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."reimbursementId" is not distinct from new."reimbursementId" and old."caseId" is not distinct from new."caseId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."reimbursement" where "id" = case when new."reimbursementId"::text ~ '^[0-9]{1,18}$' then (new."reimbursementId"::text)::bigint end and "caseId"::text = new."caseId"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "fund_claim_reimbursementId_ref" on table "fund_claim" is violated',
      detail = 'Key (reimbursementId)=(' || new."reimbursementId" || ') is not present in table "reimbursement".',
      schema = 'public', table = 'fund_claim', column = 'reimbursementId', constraint = 'fund_claim_reimbursementId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."fund_claim_billId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."billId" is not distinct from new."billId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."settlement_bill" where "id" = case when new."billId"::text ~ '^[0-9]{1,18}$' then (new."billId"::text)::bigint end and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "fund_claim_billId_ref" on table "fund_claim" is violated',
      detail = 'Key (billId)=(' || new."billId" || ') is not present in table "settlement_bill".',
      schema = 'public', table = 'fund_claim', column = 'billId', constraint = 'fund_claim_billId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."hull_claim_portCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."portCde" is not distinct from new."portCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."port" where "portCode" = new."portCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "hull_claim_portCde_ref" on table "claim" is violated',
      detail = 'Key (portCde)=(' || new."portCde" || ') is not present in table "port".',
      schema = 'public', table = 'claim', column = 'portCde', constraint = 'hull_claim_portCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."hull_claim_portCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."portCode" = old."portCode" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('hull_claim_portCde_ref:' || old."portCode", 0));
  if not exists (select from public."port" where "portCode" = old."portCode"::text and "delFlag" = 'N')
    and exists (select from public."claim" where "delFlag" = 'N' and "portCde" = old."portCode"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "hull_claim_portCde_ref" on table "claim" is violated',
      detail = 'Key (portCode)=(' || old."portCode" || ') of table "port" is still referenced from table "claim".',
      schema = 'public', table = 'claim', column = 'portCde', constraint = 'hull_claim_portCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."other_claim_portCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."portCde" is not distinct from new."portCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."port" where "portCode" = new."portCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "other_claim_portCde_ref" on table "claim" is violated',
      detail = 'Key (portCde)=(' || new."portCde" || ') is not present in table "port".',
      schema = 'public', table = 'claim', column = 'portCde', constraint = 'other_claim_portCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."other_claim_portCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."portCode" = old."portCode" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('other_claim_portCde_ref:' || old."portCode", 0));
  if not exists (select from public."port" where "portCode" = old."portCode"::text and "delFlag" = 'N')
    and exists (select from public."claim" where "delFlag" = 'N' and "portCde" = old."portCode"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "other_claim_portCde_ref" on table "claim" is violated',
      detail = 'Key (portCode)=(' || old."portCode" || ') of table "port" is still referenced from table "claim".',
      schema = 'public', table = 'claim', column = 'portCde', constraint = 'other_claim_portCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."paid_charge_supplierAccountId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."supplierAccountId" is not distinct from new."supplierAccountId" and old."supplierPartyId" is not distinct from new."supplierPartyId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."sap_account" where "id" = case when new."supplierAccountId"::text ~ '^[0-9]{1,18}$' then (new."supplierAccountId"::text)::bigint end and "sapPartyId"::text = new."supplierPartyId"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "paid_charge_supplierAccountId_ref" on table "paid_charge" is violated',
      detail = 'Key (supplierAccountId)=(' || new."supplierAccountId" || ') is not present in table "sap_account".',
      schema = 'public', table = 'paid_charge', column = 'supplierAccountId', constraint = 'paid_charge_supplierAccountId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."paid_charge_supplierAccountId$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."id" = old."id" and new."sapPartyId" = old."sapPartyId" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('paid_charge_supplierAccountId_ref:' || old."id", 0));
  if not exists (select from public."sap_account" where "id" = case when old."id"::text ~ '^[0-9]{1,18}$' then (old."id"::text)::bigint end and "sapPartyId"::text = old."sapPartyId"::text and "delFlag" = 'N')
    and exists (select from public."paid_charge" where "delFlag" = 'N' and "supplierAccountId" = old."id" and "supplierPartyId"::text = old."sapPartyId"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "paid_charge_supplierAccountId_ref" on table "paid_charge" is violated',
      detail = 'Key (id)=(' || old."id" || ') of table "sap_account" is still referenced from table "paid_charge".',
      schema = 'public', table = 'paid_charge', column = 'supplierAccountId', constraint = 'paid_charge_supplierAccountId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."paid_charge_chargeType_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."chargeType" is not distinct from new."chargeType" and old."bizType" is not distinct from new."bizType" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."charge_type" where "chargeCode" = new."chargeType" and "bussType"::text = new."bizType"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "paid_charge_chargeType_ref" on table "paid_charge" is violated',
      detail = 'Key (chargeType)=(' || new."chargeType" || ') is not present in table "charge_type".',
      schema = 'public', table = 'paid_charge', column = 'chargeType', constraint = 'paid_charge_chargeType_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."paid_charge_chargeType$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."chargeCode" = old."chargeCode" and new."bussType" = old."bussType" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('paid_charge_chargeType_ref:' || old."chargeCode", 0));
  if not exists (select from public."charge_type" where "chargeCode" = old."chargeCode"::text and "bussType"::text = old."bussType"::text and "delFlag" = 'N')
    and exists (select from public."paid_charge" where "delFlag" = 'N' and "chargeType" = old."chargeCode"::text and "bizType"::text = old."bussType"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "paid_charge_chargeType_ref" on table "paid_charge" is violated',
      detail = 'Key (chargeCode)=(' || old."chargeCode" || ') of table "charge_type" is still referenced from table "paid_charge".',
      schema = 'public', table = 'paid_charge', column = 'chargeType', constraint = 'paid_charge_chargeType_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."paid_charge_custCde_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."custCde") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."custCde" ? "$code";
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "paid_charge_custCde_ref" on table "paid_charge" is violated',
      detail = 'Key (custCde)=(' || "$code" || ') is not present in table "company".',
      schema = 'public', table = 'paid_charge', column = 'custCde', constraint = 'paid_charge_custCde_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."paid_charge_custCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('paid_charge_custCde_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."paid_charge" where "delFlag" = 'N' and "custCde" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "paid_charge_custCde_ref" on table "paid_charge" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "paid_charge".',
      schema = 'public', table = 'paid_charge', column = 'custCde', constraint = 'paid_charge_custCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."paid_charge_reimbursementId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."reimbursementId" is not distinct from new."reimbursementId" and old."caseId" is not distinct from new."caseId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."reimbursement" where "id" = case when new."reimbursementId"::text ~ '^[0-9]{1,18}$' then (new."reimbursementId"::text)::bigint end and "caseId"::text = new."caseId"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "paid_charge_reimbursementId_ref" on table "paid_charge" is violated',
      detail = 'Key (reimbursementId)=(' || new."reimbursementId" || ') is not present in table "reimbursement".',
      schema = 'public', table = 'paid_charge', column = 'reimbursementId', constraint = 'paid_charge_reimbursementId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."paid_charge_recoveryId_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."recoveryId" is not distinct from new."recoveryId" and old."caseId" is not distinct from new."caseId" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."recovery_charge" where "id" = case when new."recoveryId"::text ~ '^[0-9]{1,18}$' then (new."recoveryId"::text)::bigint end and "caseId"::text = new."caseId"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "paid_charge_recoveryId_ref" on table "paid_charge" is violated',
      detail = 'Key (recoveryId)=(' || new."recoveryId" || ') is not present in table "recovery_charge".',
      schema = 'public', table = 'paid_charge', column = 'recoveryId', constraint = 'paid_charge_recoveryId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."recovery_charge_jointCustCde_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."jointCustCde") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."jointCustCde" ? "$code";
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "recovery_charge_jointCustCde_ref" on table "recovery_charge" is violated',
      detail = 'Key (jointCustCde)=(' || "$code" || ') is not present in table "company".',
      schema = 'public', table = 'recovery_charge', column = 'jointCustCde', constraint = 'recovery_charge_jointCustCde_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."recovery_charge_jointCustCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('recovery_charge_jointCustCde_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."recovery_charge" where "delFlag" = 'N' and "jointCustCde" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "recovery_charge_jointCustCde_ref" on table "recovery_charge" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "recovery_charge".',
      schema = 'public', table = 'recovery_charge', column = 'jointCustCde', constraint = 'recovery_charge_jointCustCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."recovery_charge_costType_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."costType" is not distinct from new."costType" and old."bizType" is not distinct from new."bizType" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."charge_type" where "chargeCode" = new."costType" and "bussType"::text = new."bizType"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "recovery_charge_costType_ref" on table "recovery_charge" is violated',
      detail = 'Key (costType)=(' || new."costType" || ') is not present in table "charge_type".',
      schema = 'public', table = 'recovery_charge', column = 'costType', constraint = 'recovery_charge_costType_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."recovery_charge_costType$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."chargeCode" = old."chargeCode" and new."bussType" = old."bussType" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('recovery_charge_costType_ref:' || old."chargeCode", 0));
  if not exists (select from public."charge_type" where "chargeCode" = old."chargeCode"::text and "bussType"::text = old."bussType"::text and "delFlag" = 'N')
    and exists (select from public."recovery_charge" where "delFlag" = 'N' and "costType" = old."chargeCode"::text and "bizType"::text = old."bussType"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "recovery_charge_costType_ref" on table "recovery_charge" is violated',
      detail = 'Key (chargeCode)=(' || old."chargeCode" || ') of table "charge_type" is still referenced from table "recovery_charge".',
      schema = 'public', table = 'recovery_charge', column = 'costType', constraint = 'recovery_charge_costType_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."reimbursement_payerContactId_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."claim_contact" where "id" = case when new."payerContactId"::text ~ '^[0-9]{1,18}$' then (new."payerContactId"::text)::bigint end and "caseId"::text = new."caseId"::text and "delFlag" = 'N' and (("companyType" <> 'BILLING')) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "reimbursement_payerContactId_ref" on table "reimbursement" is violated',
      detail = 'Key (payerContactId)=(' || new."payerContactId" || ') is not present in table "claim_contact".',
      hint = case when exists (select from public."claim_contact" where "id" = case when new."payerContactId"::text ~ '^[0-9]{1,18}$' then (new."payerContactId"::text)::bigint end and "caseId"::text = new."caseId"::text and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'reimbursement', column = 'payerContactId', constraint = 'reimbursement_payerContactId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."reimbursement_payerContactId$bound_ref"() returns trigger language plpgsql as $body$
begin
  if not exists (select from public."claim_contact" where "id" = case when new."id"::text ~ '^[0-9]{1,18}$' then (new."id"::text)::bigint end and "caseId"::text = new."caseId"::text and "delFlag" = 'N' and (("companyType" <> 'BILLING'))) and exists (select from public."reimbursement" where "delFlag" = 'N' and "payerContactId" = old."id" and "caseId"::text = old."caseId"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "reimbursement_payerContactId$bound_ref" on table "reimbursement" is violated',
      detail = 'Key (id)=(' || old."id" || ') of table "claim_contact" is still referenced from table "reimbursement".',
      schema = 'public', table = 'reimbursement', column = 'payerContactId', constraint = 'reimbursement_payerContactId$bound_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."reimbursement_payerContactId$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."id" = old."id" and new."caseId" = old."caseId" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('reimbursement_payerContactId_ref:' || old."id", 0));
  if not exists (select from public."claim_contact" where "id" = case when old."id"::text ~ '^[0-9]{1,18}$' then (old."id"::text)::bigint end and "caseId"::text = old."caseId"::text and "delFlag" = 'N')
    and exists (select from public."reimbursement" where "delFlag" = 'N' and "payerContactId" = old."id" and "caseId"::text = old."caseId"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "reimbursement_payerContactId_ref" on table "reimbursement" is violated',
      detail = 'Key (id)=(' || old."id" || ') of table "claim_contact" is still referenced from table "reimbursement".',
      schema = 'public', table = 'reimbursement', column = 'payerContactId', constraint = 'reimbursement_payerContactId_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_other_claim_portCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."portCde" is not distinct from new."portCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."port" where "portCode" = new."portCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_other_claim_portCde_ref" on table "claim" is violated',
      detail = 'Key (portCde)=(' || new."portCde" || ') is not present in table "port".',
      schema = 'public', table = 'claim', column = 'portCde', constraint = 'vessel_other_claim_portCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_other_claim_portCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."portCode" = old."portCode" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_other_claim_portCde_ref:' || old."portCode", 0));
  if not exists (select from public."port" where "portCode" = old."portCode"::text and "delFlag" = 'N')
    and exists (select from public."claim" where "delFlag" = 'N' and "portCde" = old."portCode"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_other_claim_portCde_ref" on table "claim" is violated',
      detail = 'Key (portCode)=(' || old."portCode" || ') of table "port" is still referenced from table "claim".',
      schema = 'public', table = 'claim', column = 'portCde', constraint = 'vessel_other_claim_portCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."litigation_case_linkedCaseNo_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."linkedCaseNo") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."linkedCaseNo" ? "$code";
    perform from public."claim" where "ourRef" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "litigation_case_linkedCaseNo_ref" on table "litigation_case" is violated',
      detail = 'Key (linkedCaseNo)=(' || "$code" || ') is not present in table "claim".',
      schema = 'public', table = 'litigation_case', column = 'linkedCaseNo', constraint = 'litigation_case_linkedCaseNo_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."litigation_case_linkedCaseNo$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."ourRef" = old."ourRef" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('litigation_case_linkedCaseNo_ref:' || old."ourRef", 0));
  if not exists (select from public."claim" where "ourRef" = old."ourRef"::text and "delFlag" = 'N')
    and exists (select from public."litigation_case" where "delFlag" = 'N' and "linkedCaseNo" ? old."ourRef"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "litigation_case_linkedCaseNo_ref" on table "litigation_case" is violated',
      detail = 'Key (ourRef)=(' || old."ourRef" || ') of table "claim" is still referenced from table "litigation_case".',
      schema = 'public', table = 'litigation_case', column = 'linkedCaseNo', constraint = 'litigation_case_linkedCaseNo_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."litigation_case_undertakers_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."undertakers") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."undertakers" ? "$code";
    perform from public."person" where "userCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "litigation_case_undertakers_ref" on table "litigation_case" is violated',
      detail = 'Key (undertakers)=(' || "$code" || ') is not present in table "person".',
      schema = 'public', table = 'litigation_case', column = 'undertakers', constraint = 'litigation_case_undertakers_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."litigation_case_undertakers$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."userCde" = old."userCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('litigation_case_undertakers_ref:' || old."userCde", 0));
  if not exists (select from public."person" where "userCde" = old."userCde"::text and "delFlag" = 'N')
    and exists (select from public."litigation_case" where "delFlag" = 'N' and "undertakers" ? old."userCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "litigation_case_undertakers_ref" on table "litigation_case" is violated',
      detail = 'Key (userCde)=(' || old."userCde" || ') of table "person" is still referenced from table "litigation_case".',
      schema = 'public', table = 'litigation_case', column = 'undertakers', constraint = 'litigation_case_undertakers_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."mail_config_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "mail_config_vslCde_ref" on table "mail_config" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'mail_config', column = 'vslCde', constraint = 'mail_config_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."mail_config_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('mail_config_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."mail_config" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "mail_config_vslCde_ref" on table "mail_config" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "mail_config".',
      schema = 'public', table = 'mail_config', column = 'vslCde', constraint = 'mail_config_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."sap_party_claimedBy_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."claimedBy") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."claimedBy" ? "$code";
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "sap_party_claimedBy_ref" on table "sap_party" is violated',
      detail = 'Key (claimedBy)=(' || "$code" || ') is not present in table "company".',
      schema = 'public', table = 'sap_party', column = 'claimedBy', constraint = 'sap_party_claimedBy_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."sap_party_claimedBy$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('sap_party_claimedBy_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."sap_party" where "delFlag" = 'N' and "claimedBy" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "sap_party_claimedBy_ref" on table "sap_party" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "sap_party".',
      schema = 'public', table = 'sap_party', column = 'claimedBy', constraint = 'sap_party_claimedBy_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."schedule_call_portCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."portCde" is not distinct from new."portCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."port" where "portCode" = new."portCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "schedule_call_portCde_ref" on table "schedule_call" is violated',
      detail = 'Key (portCde)=(' || new."portCde" || ') is not present in table "port".',
      schema = 'public', table = 'schedule_call', column = 'portCde', constraint = 'schedule_call_portCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."schedule_call_portCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."portCode" = old."portCode" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('schedule_call_portCde_ref:' || old."portCode", 0));
  if not exists (select from public."port" where "portCode" = old."portCode"::text and "delFlag" = 'N')
    and exists (select from public."schedule_call" where "delFlag" = 'N' and "portCde" = old."portCode"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "schedule_call_portCde_ref" on table "schedule_call" is violated',
      detail = 'Key (portCode)=(' || old."portCode" || ') of table "port" is still referenced from table "schedule_call".',
      schema = 'public', table = 'schedule_call', column = 'portCde', constraint = 'schedule_call_portCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."schedule_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "schedule_vslCde_ref" on table "schedule" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'schedule', column = 'vslCde', constraint = 'schedule_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."schedule_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('schedule_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."schedule" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "schedule_vslCde_ref" on table "schedule" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "schedule".',
      schema = 'public', table = 'schedule', column = 'vslCde', constraint = 'schedule_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_policyYear_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."policyYear" is not distinct from new."policyYear" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."policy_year" where "policyYear" = new."policyYear" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_policyYear_ref" on table "vessel_insured" is violated',
      detail = 'Key (policyYear)=(' || new."policyYear" || ') is not present in table "policy_year".',
      schema = 'public', table = 'vessel_insured', column = 'policyYear', constraint = 'vessel_insured_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_policyYear$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."policyYear" = old."policyYear" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_insured_policyYear_ref:' || old."policyYear", 0));
  if not exists (select from public."policy_year" where "policyYear" = old."policyYear"::text and "delFlag" = 'N')
    and exists (select from public."vessel_insured" where "delFlag" = 'N' and "policyYear" = old."policyYear"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_policyYear_ref" on table "vessel_insured" is violated',
      detail = 'Key (policyYear)=(' || old."policyYear" || ') of table "policy_year" is still referenced from table "vessel_insured".',
      schema = 'public', table = 'vessel_insured', column = 'policyYear', constraint = 'vessel_insured_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_vslCde_ref" on table "vessel_insured" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'vessel_insured', column = 'vslCde', constraint = 'vessel_insured_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_insured_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."vessel_insured" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_vslCde_ref" on table "vessel_insured" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "vessel_insured".',
      schema = 'public', table = 'vessel_insured', column = 'vslCde', constraint = 'vessel_insured_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_coOperator_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."coOperator") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."coOperator" ? "$code";
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_coOperator_ref" on table "vessel_insured" is violated',
      detail = 'Key (coOperator)=(' || "$code" || ') is not present in table "company".',
      schema = 'public', table = 'vessel_insured', column = 'coOperator', constraint = 'vessel_insured_coOperator_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_coOperator$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_insured_coOperator_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."vessel_insured" where "delFlag" = 'N' and "coOperator" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_coOperator_ref" on table "vessel_insured" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "vessel_insured".',
      schema = 'public', table = 'vessel_insured', column = 'coOperator', constraint = 'vessel_insured_coOperator_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_mortgagee_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."mortgagee") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."mortgagee" ? "$code";
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_mortgagee_ref" on table "vessel_insured" is violated',
      detail = 'Key (mortgagee)=(' || "$code" || ') is not present in table "company".',
      schema = 'public', table = 'vessel_insured', column = 'mortgagee', constraint = 'vessel_insured_mortgagee_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_mortgagee$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_insured_mortgagee_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."vessel_insured" where "delFlag" = 'N' and "mortgagee" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_mortgagee_ref" on table "vessel_insured" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "vessel_insured".',
      schema = 'public', table = 'vessel_insured', column = 'mortgagee', constraint = 'vessel_insured_mortgagee_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_bareCharterer_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."bareCharterer") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."bareCharterer" ? "$code";
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_bareCharterer_ref" on table "vessel_insured" is violated',
      detail = 'Key (bareCharterer)=(' || "$code" || ') is not present in table "company".',
      schema = 'public', table = 'vessel_insured', column = 'bareCharterer', constraint = 'vessel_insured_bareCharterer_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_bareCharterer$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_insured_bareCharterer_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."vessel_insured" where "delFlag" = 'N' and "bareCharterer" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_bareCharterer_ref" on table "vessel_insured" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "vessel_insured".',
      schema = 'public', table = 'vessel_insured', column = 'bareCharterer', constraint = 'vessel_insured_bareCharterer_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_subBareCharterer_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."subBareCharterer") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."subBareCharterer" ? "$code";
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_subBareCharterer_ref" on table "vessel_insured" is violated',
      detail = 'Key (subBareCharterer)=(' || "$code" || ') is not present in table "company".',
      schema = 'public', table = 'vessel_insured', column = 'subBareCharterer', constraint = 'vessel_insured_subBareCharterer_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_subBareCharterer$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_insured_subBareCharterer_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."vessel_insured" where "delFlag" = 'N' and "subBareCharterer" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_subBareCharterer_ref" on table "vessel_insured" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "vessel_insured".',
      schema = 'public', table = 'vessel_insured', column = 'subBareCharterer', constraint = 'vessel_insured_subBareCharterer_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_timeCharterer_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."timeCharterer") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."timeCharterer" ? "$code";
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_timeCharterer_ref" on table "vessel_insured" is violated',
      detail = 'Key (timeCharterer)=(' || "$code" || ') is not present in table "company".',
      schema = 'public', table = 'vessel_insured', column = 'timeCharterer', constraint = 'vessel_insured_timeCharterer_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_timeCharterer$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_insured_timeCharterer_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."vessel_insured" where "delFlag" = 'N' and "timeCharterer" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_timeCharterer_ref" on table "vessel_insured" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "vessel_insured".',
      schema = 'public', table = 'vessel_insured', column = 'timeCharterer', constraint = 'vessel_insured_timeCharterer_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_subTimeCharterer_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."subTimeCharterer") e order by 1 loop
    continue when tg_op = 'UPDATE' and old."delFlag" = 'N' and old."subTimeCharterer" ? "$code";
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_subTimeCharterer_ref" on table "vessel_insured" is violated',
      detail = 'Key (subTimeCharterer)=(' || "$code" || ') is not present in table "company".',
      schema = 'public', table = 'vessel_insured', column = 'subTimeCharterer', constraint = 'vessel_insured_subTimeCharterer_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_subTimeCharterer$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_insured_subTimeCharterer_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."vessel_insured" where "delFlag" = 'N' and "subTimeCharterer" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_subTimeCharterer_ref" on table "vessel_insured" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "vessel_insured".',
      schema = 'public', table = 'vessel_insured', column = 'subTimeCharterer', constraint = 'vessel_insured_subTimeCharterer_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_club_ref"() returns trigger language plpgsql as $body$
declare
  "$code" text;
begin
  for "$code" in select distinct e.value from jsonb_array_elements_text(new."club") e order by 1 loop
    perform from public."company" where "companyCde" = "$code" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
    if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_club_ref" on table "vessel_insured" is violated',
      detail = 'Key (club)=(' || "$code" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = "$code" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'vessel_insured', column = 'club', constraint = 'vessel_insured_club_ref';
    end if;
  end loop;
  return null;
end
$body$;
create or replace function kernel."vessel_insured_club$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."companyCde" = old."companyCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_insured_club_ref:' || old."companyCde", 0));
  if not exists (select from public."company" where "companyCde" = old."companyCde"::text and "delFlag" = 'N')
    and exists (select from public."vessel_insured" where "delFlag" = 'N' and "club" ? old."companyCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_insured_club_ref" on table "vessel_insured" is violated',
      detail = 'Key (companyCde)=(' || old."companyCde" || ') of table "company" is still referenced from table "vessel_insured".',
      schema = 'public', table = 'vessel_insured', column = 'club', constraint = 'vessel_insured_club_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_person_claimExcutive$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."person" where "userCde" = new."claimExcutive" and "delFlag" = 'N' and (("claimFlag" = 'Y')) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_person_claimExcutive$where_ref" on table "vessel_person" is violated',
      detail = 'Key (claimExcutive)=(' || new."claimExcutive" || ') is not present in table "person".',
      hint = case when exists (select from public."person" where "userCde" = new."claimExcutive" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'vessel_person', column = 'claimExcutive', constraint = 'vessel_person_claimExcutive$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_person_claimAssitant$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."person" where "userCde" = new."claimAssitant" and "delFlag" = 'N' and (("claimFlag" = 'Y')) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_person_claimAssitant$where_ref" on table "vessel_person" is violated',
      detail = 'Key (claimAssitant)=(' || new."claimAssitant" || ') is not present in table "person".',
      hint = case when exists (select from public."person" where "userCde" = new."claimAssitant" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'vessel_person', column = 'claimAssitant', constraint = 'vessel_person_claimAssitant$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."agency_container_agenyCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."agenyCde" and "delFlag" = 'N' and (("companyType" = 'AGENT')) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "agency_container_agenyCde$where_ref" on table "agency_container" is violated',
      detail = 'Key (agenyCde)=(' || new."agenyCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."agenyCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'agency_container', column = 'agenyCde', constraint = 'agency_container_agenyCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."agency_detail_agenyCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."agenyCde" and "delFlag" = 'N' and (("companyType" = 'AGENT')) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "agency_detail_agenyCde$where_ref" on table "agency_detail" is violated',
      detail = 'Key (agenyCde)=(' || new."agenyCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."agenyCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'agency_detail', column = 'agenyCde', constraint = 'agency_detail_agenyCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."agency_premium_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "agency_premium_insurerCde$where_ref" on table "agency_premium" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'agency_premium', column = 'insurerCde', constraint = 'agency_premium_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."cargo_transport_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "cargo_transport_insurerCde$where_ref" on table "cargo_transport" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'cargo_transport', column = 'insurerCde', constraint = 'cargo_transport_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."cargo_transport_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "cargo_transport_vslCde_ref" on table "cargo_transport" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'cargo_transport', column = 'vslCde', constraint = 'cargo_transport_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."cargo_transport_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('cargo_transport_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."cargo_transport" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "cargo_transport_vslCde_ref" on table "cargo_transport" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "cargo_transport".',
      schema = 'public', table = 'cargo_transport', column = 'vslCde', constraint = 'cargo_transport_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."certificate_policyYear_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."policyYear" is not distinct from new."policyYear" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."policy_year" where "policyYear" = new."policyYear" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "certificate_policyYear_ref" on table "certificate" is violated',
      detail = 'Key (policyYear)=(' || new."policyYear" || ') is not present in table "policy_year".',
      schema = 'public', table = 'certificate', column = 'policyYear', constraint = 'certificate_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."certificate_policyYear$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."policyYear" = old."policyYear" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('certificate_policyYear_ref:' || old."policyYear", 0));
  if not exists (select from public."policy_year" where "policyYear" = old."policyYear"::text and "delFlag" = 'N')
    and exists (select from public."certificate" where "delFlag" = 'N' and "policyYear" = old."policyYear"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "certificate_policyYear_ref" on table "certificate" is violated',
      detail = 'Key (policyYear)=(' || old."policyYear" || ') of table "policy_year" is still referenced from table "certificate".',
      schema = 'public', table = 'certificate', column = 'policyYear', constraint = 'certificate_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."certificate_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "certificate_vslCde_ref" on table "certificate" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'certificate', column = 'vslCde', constraint = 'certificate_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."certificate_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('certificate_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."certificate" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "certificate_vslCde_ref" on table "certificate" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "certificate".',
      schema = 'public', table = 'certificate', column = 'vslCde', constraint = 'certificate_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."charterer_premium_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "charterer_premium_insurerCde$where_ref" on table "charterer_premium" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'charterer_premium', column = 'insurerCde', constraint = 'charterer_premium_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."charterer_premium_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "charterer_premium_vslCde_ref" on table "charterer_premium" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'charterer_premium', column = 'vslCde', constraint = 'charterer_premium_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."charterer_premium_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('charterer_premium_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."charterer_premium" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "charterer_premium_vslCde_ref" on table "charterer_premium" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "charterer_premium".',
      schema = 'public', table = 'charterer_premium', column = 'vslCde', constraint = 'charterer_premium_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."container_premium_piClub$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "container_premium_piClub$where_ref" on table "container_premium" is violated',
      detail = 'Key (piClub)=(' || new."piClub" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'container_premium', column = 'piClub', constraint = 'container_premium_piClub$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."delay_risk_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "delay_risk_insurerCde$where_ref" on table "delay_risk" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'delay_risk', column = 'insurerCde', constraint = 'delay_risk_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."delay_risk_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "delay_risk_vslCde_ref" on table "delay_risk" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'delay_risk', column = 'vslCde', constraint = 'delay_risk_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."delay_risk_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('delay_risk_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."delay_risk" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "delay_risk_vslCde_ref" on table "delay_risk" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "delay_risk".',
      schema = 'public', table = 'delay_risk', column = 'vslCde', constraint = 'delay_risk_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."fee_insurance_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "fee_insurance_insurerCde$where_ref" on table "fee_insurance" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'fee_insurance', column = 'insurerCde', constraint = 'fee_insurance_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."fee_insurance_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "fee_insurance_vslCde_ref" on table "fee_insurance" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'fee_insurance', column = 'vslCde', constraint = 'fee_insurance_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."fee_insurance_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('fee_insurance_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."fee_insurance" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "fee_insurance_vslCde_ref" on table "fee_insurance" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "fee_insurance".',
      schema = 'public', table = 'fee_insurance', column = 'vslCde', constraint = 'fee_insurance_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."freight_demurrage_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "freight_demurrage_insurerCde$where_ref" on table "freight_demurrage" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'freight_demurrage', column = 'insurerCde', constraint = 'freight_demurrage_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."freight_demurrage_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "freight_demurrage_vslCde_ref" on table "freight_demurrage" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'freight_demurrage', column = 'vslCde', constraint = 'freight_demurrage_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."freight_demurrage_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('freight_demurrage_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."freight_demurrage" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "freight_demurrage_vslCde_ref" on table "freight_demurrage" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "freight_demurrage".',
      schema = 'public', table = 'freight_demurrage', column = 'vslCde', constraint = 'freight_demurrage_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."hull_ap_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "hull_ap_vslCde_ref" on table "hull_ap" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'hull_ap', column = 'vslCde', constraint = 'hull_ap_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."hull_ap_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('hull_ap_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."hull_ap" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "hull_ap_vslCde_ref" on table "hull_ap" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "hull_ap".',
      schema = 'public', table = 'hull_ap', column = 'vslCde', constraint = 'hull_ap_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."hull_premium_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "hull_premium_vslCde_ref" on table "hull_premium" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'hull_premium', column = 'vslCde', constraint = 'hull_premium_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."hull_premium_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('hull_premium_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."hull_premium" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "hull_premium_vslCde_ref" on table "hull_premium" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "hull_premium".',
      schema = 'public', table = 'hull_premium', column = 'vslCde', constraint = 'hull_premium_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."hull_premium_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "hull_premium_insurerCde$where_ref" on table "hull_premium" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'hull_premium', column = 'insurerCde', constraint = 'hull_premium_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."innocent_owner_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "innocent_owner_insurerCde$where_ref" on table "innocent_owner" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'innocent_owner', column = 'insurerCde', constraint = 'innocent_owner_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."innocent_owner_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "innocent_owner_vslCde_ref" on table "innocent_owner" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'innocent_owner', column = 'vslCde', constraint = 'innocent_owner_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."innocent_owner_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('innocent_owner_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."innocent_owner" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "innocent_owner_vslCde_ref" on table "innocent_owner" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "innocent_owner".',
      schema = 'public', table = 'innocent_owner', column = 'vslCde', constraint = 'innocent_owner_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."kidnap_ransom_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "kidnap_ransom_insurerCde$where_ref" on table "kidnap_ransom" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'kidnap_ransom', column = 'insurerCde', constraint = 'kidnap_ransom_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."kidnap_ransom_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "kidnap_ransom_vslCde_ref" on table "kidnap_ransom" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'kidnap_ransom', column = 'vslCde', constraint = 'kidnap_ransom_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."kidnap_ransom_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('kidnap_ransom_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."kidnap_ransom" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "kidnap_ransom_vslCde_ref" on table "kidnap_ransom" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "kidnap_ransom".',
      schema = 'public', table = 'kidnap_ransom', column = 'vslCde', constraint = 'kidnap_ransom_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."liability_ap_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "liability_ap_insurerCde$where_ref" on table "liability_ap" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'liability_ap', column = 'insurerCde', constraint = 'liability_ap_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."liability_ap_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "liability_ap_vslCde_ref" on table "liability_ap" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'liability_ap', column = 'vslCde', constraint = 'liability_ap_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."liability_ap_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('liability_ap_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."liability_ap" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "liability_ap_vslCde_ref" on table "liability_ap" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "liability_ap".',
      schema = 'public', table = 'liability_ap', column = 'vslCde', constraint = 'liability_ap_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."liability_premium_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "liability_premium_insurerCde$where_ref" on table "liability_premium" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'liability_premium', column = 'insurerCde', constraint = 'liability_premium_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."logistics_liability_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "logistics_liability_insurerCde$where_ref" on table "logistics_liability" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'logistics_liability', column = 'insurerCde', constraint = 'logistics_liability_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."loss_of_hire_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "loss_of_hire_insurerCde$where_ref" on table "loss_of_hire" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'loss_of_hire', column = 'insurerCde', constraint = 'loss_of_hire_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."loss_of_hire_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "loss_of_hire_vslCde_ref" on table "loss_of_hire" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'loss_of_hire', column = 'vslCde', constraint = 'loss_of_hire_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."loss_of_hire_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('loss_of_hire_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."loss_of_hire" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "loss_of_hire_vslCde_ref" on table "loss_of_hire" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "loss_of_hire".',
      schema = 'public', table = 'loss_of_hire', column = 'vslCde', constraint = 'loss_of_hire_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."other_liability_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "other_liability_insurerCde$where_ref" on table "other_liability" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'other_liability', column = 'insurerCde', constraint = 'other_liability_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."pi_premium_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "pi_premium_vslCde_ref" on table "pi_premium" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'pi_premium', column = 'vslCde', constraint = 'pi_premium_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."pi_premium_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('pi_premium_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."pi_premium" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "pi_premium_vslCde_ref" on table "pi_premium" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "pi_premium".',
      schema = 'public', table = 'pi_premium', column = 'vslCde', constraint = 'pi_premium_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."pi_premium_piClub$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "pi_premium_piClub$where_ref" on table "pi_premium" is violated',
      detail = 'Key (piClub)=(' || new."piClub" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'pi_premium', column = 'piClub', constraint = 'pi_premium_piClub$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."premium_return_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "premium_return_vslCde_ref" on table "premium_return" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'premium_return', column = 'vslCde', constraint = 'premium_return_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."premium_return_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('premium_return_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."premium_return" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "premium_return_vslCde_ref" on table "premium_return" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "premium_return".',
      schema = 'public', table = 'premium_return', column = 'vslCde', constraint = 'premium_return_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."premium_return_insurer$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurer" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "premium_return_insurer$where_ref" on table "premium_return" is violated',
      detail = 'Key (insurer)=(' || new."insurer" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurer" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'premium_return', column = 'insurer', constraint = 'premium_return_insurer$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."premium_stage_policyYear_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."policyYear" is not distinct from new."policyYear" and old."premiumType" is not distinct from new."premiumType" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."policy_year" where "policyYear" = new."policyYear" and "policyType"::text = new."premiumType"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "premium_stage_policyYear_ref" on table "premium_stage" is violated',
      detail = 'Key (policyYear)=(' || new."policyYear" || ') is not present in table "policy_year".',
      schema = 'public', table = 'premium_stage', column = 'policyYear', constraint = 'premium_stage_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."premium_stage_policyYear$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."policyYear" = old."policyYear" and new."policyType" = old."policyType" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('premium_stage_policyYear_ref:' || old."policyYear", 0));
  if not exists (select from public."policy_year" where "policyYear" = old."policyYear"::text and "policyType"::text = old."policyType"::text and "delFlag" = 'N')
    and exists (select from public."premium_stage" where "delFlag" = 'N' and "policyYear" = old."policyYear"::text and "premiumType"::text = old."policyType"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "premium_stage_policyYear_ref" on table "premium_stage" is violated',
      detail = 'Key (policyYear)=(' || old."policyYear" || ') of table "policy_year" is still referenced from table "premium_stage".',
      schema = 'public', table = 'premium_stage', column = 'policyYear', constraint = 'premium_stage_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."premium_stage_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "premium_stage_vslCde_ref" on table "premium_stage" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'premium_stage', column = 'vslCde', constraint = 'premium_stage_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."premium_stage_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('premium_stage_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."premium_stage" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "premium_stage_vslCde_ref" on table "premium_stage" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "premium_stage".',
      schema = 'public', table = 'premium_stage', column = 'vslCde', constraint = 'premium_stage_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."premium_version_policyYear_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."policyYear" is not distinct from new."policyYear" and old."policyType" is not distinct from new."policyType" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."policy_year" where "policyYear" = new."policyYear" and "policyType"::text = new."policyType"::text and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "premium_version_policyYear_ref" on table "premium_version" is violated',
      detail = 'Key (policyYear)=(' || new."policyYear" || ') is not present in table "policy_year".',
      schema = 'public', table = 'premium_version', column = 'policyYear', constraint = 'premium_version_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."premium_version_policyYear$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."policyYear" = old."policyYear" and new."policyType" = old."policyType" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('premium_version_policyYear_ref:' || old."policyYear", 0));
  if not exists (select from public."policy_year" where "policyYear" = old."policyYear"::text and "policyType"::text = old."policyType"::text and "delFlag" = 'N')
    and exists (select from public."premium_version" where "delFlag" = 'N' and "policyYear" = old."policyYear"::text and "policyType"::text = old."policyType"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "premium_version_policyYear_ref" on table "premium_version" is violated',
      detail = 'Key (policyYear)=(' || old."policyYear" || ') of table "policy_year" is still referenced from table "premium_version".',
      schema = 'public', table = 'premium_version', column = 'policyYear', constraint = 'premium_version_policyYear_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."property_premium_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "property_premium_insurerCde$where_ref" on table "property_premium" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'property_premium', column = 'insurerCde', constraint = 'property_premium_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."slot_premium_piClub$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "slot_premium_piClub$where_ref" on table "slot_premium" is violated',
      detail = 'Key (piClub)=(' || new."piClub" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."piClub" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'slot_premium', column = 'piClub', constraint = 'slot_premium_piClub$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."transport_liability_insurerCde$where_ref"() returns trigger language plpgsql as $body$
begin
  perform from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N' and (((not ("companyType" is not null)) or ("companyType" in ('INSURER', 'CAPTIVE', 'PICLUB', 'CNTRINS')))) limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "transport_liability_insurerCde$where_ref" on table "transport_liability" is violated',
      detail = 'Key (insurerCde)=(' || new."insurerCde" || ') is not present in table "company".',
      hint = case when exists (select from public."company" where "companyCde" = new."insurerCde" and "delFlag" = 'N') then '' else 'missing' end,
      schema = 'public', table = 'transport_liability', column = 'insurerCde', constraint = 'transport_liability_insurerCde$where_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_value_vslCde_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and old."vslCde" is not distinct from new."vslCde" and old."delFlag" = new."delFlag" then
    return null;
  end if;
  perform from public."vessel" where "vslCde" = new."vslCde" and "delFlag" = 'N' limit 1 for share;
  if not found then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_value_vslCde_ref" on table "vessel_value" is violated',
      detail = 'Key (vslCde)=(' || new."vslCde" || ') is not present in table "vessel".',
      schema = 'public', table = 'vessel_value', column = 'vslCde', constraint = 'vessel_value_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."vessel_value_vslCde$target_ref"() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and new."delFlag" = 'N' and new."vslCde" = old."vslCde" then
    return null;
  end if;
  -- of two transactions that delete the last two rows of a code, the second waits here and then sees the deletion
  perform pg_advisory_xact_lock(hashtextextended('vessel_value_vslCde_ref:' || old."vslCde", 0));
  if not exists (select from public."vessel" where "vslCde" = old."vslCde"::text and "delFlag" = 'N')
    and exists (select from public."vessel_value" where "delFlag" = 'N' and "vslCde" = old."vslCde"::text) then
    raise exception using errcode = 'foreign_key_violation', message = 'reference "vessel_value_vslCde_ref" on table "vessel_value" is violated',
      detail = 'Key (vslCde)=(' || old."vslCde" || ') of table "vessel" is still referenced from table "vessel_value".',
      schema = 'public', table = 'vessel_value', column = 'vslCde', constraint = 'vessel_value_vslCde_ref';
  end if;
  return null;
end
$body$;
create or replace function kernel."bill_invoice_invoice-no_among"() returns trigger language plpgsql as $body$
begin
  perform pg_advisory_xact_lock(hashtext('bill-invoice,claim-invoice invoice-no'), (hashtextextended(jsonb_build_array(lower(new."invoiceNo"::text))::text, 0) & 1023)::int);
  if exists (select 1 from public."bill_invoice" where id = new.id and "delFlag" = 'N') and (exists (select 1 from public."claim_invoice" where "invoiceNo" = new."invoiceNo" and "delFlag" = 'N')) then
    raise exception using errcode = 'unique_violation', message = 'a row of another table has the values of "bill_invoice_invoice-no_among"',
      schema = 'public', table = 'bill_invoice', constraint = 'bill_invoice_invoice-no_among';
  end if;
  return null;
end
$body$;
create or replace function kernel."claim_invoice_invoice-no_among"() returns trigger language plpgsql as $body$
begin
  perform pg_advisory_xact_lock(hashtext('bill-invoice,claim-invoice invoice-no'), (hashtextextended(jsonb_build_array(lower(new."invoiceNo"::text))::text, 0) & 1023)::int);
  if exists (select 1 from public."claim_invoice" where id = new.id and "delFlag" = 'N') and (exists (select 1 from public."bill_invoice" where "invoiceNo" = new."invoiceNo" and "delFlag" = 'N')) then
    raise exception using errcode = 'unique_violation', message = 'a row of another table has the values of "claim_invoice_invoice-no_among"',
      schema = 'public', table = 'claim_invoice', constraint = 'claim_invoice_invoice-no_among';
  end if;
  return null;
end
$body$;

create constraint trigger "bank_slip_detail_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."bank_slip_detail" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."bank_slip_detail_vslCde_ref"();
create constraint trigger "bank_slip_bankAcctNumId_ref" after insert or update of "bankAcctNumId", "compCde", "origCcyCde", "delFlag" on public."bank_slip" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."bankAcctNumId" is not null and new."compCde" is not null and new."origCcyCde" is not null) execute function kernel."bank_slip_bankAcctNumId_ref"();
create constraint trigger "bill_invoice_invoice-no_among" after insert or update of "invoiceNo", "delFlag" on public."bill_invoice" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."invoiceNo" is not null) execute function kernel."bill_invoice_invoice-no_among"();
create constraint trigger "settlement_bill_policyYear_ref" after insert or update of "policyYear", "delFlag" on public."settlement_bill" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."policyYear" is not null) execute function kernel."settlement_bill_policyYear_ref"();
create constraint trigger "settlement_bill_bankAcctNum_ref" after insert or update of "bankAcctNum", "supplierPartyId", "delFlag" on public."settlement_bill" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."bankAcctNum" is not null and new."supplierPartyId" is not null) execute function kernel."settlement_bill_bankAcctNum_ref"();
create constraint trigger "claim_approval_hmCaptive$where_ref" after insert or update of "hmCaptive", "caseId", "subject", "estimatedAmtNew", "piClub", "cntrCompany", "hmPct", "piPct", "cntrPct", "ownerPct", "claimCur", "claimAmtUsd", "reimbursementClaimAmtUsd", "noPayment", "noReimburse", "noRecovery", "hmReimbursedAmt", "piReimbursedAmt", "cntrReimbursedAmt", "hmDeductible", "piDeductible", "cntrDeductible", "reimburseRemark", "captiveRemark", "cntrRemark", "piclubRemark", "delFlag" on public."claim_approval" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."hmCaptive" is not null) execute function kernel."claim_approval_hmCaptive$where_ref"();
create constraint trigger "claim_approval_piClub$where_ref" after insert or update of "piClub", "caseId", "subject", "estimatedAmtNew", "hmCaptive", "cntrCompany", "hmPct", "piPct", "cntrPct", "ownerPct", "claimCur", "claimAmtUsd", "reimbursementClaimAmtUsd", "noPayment", "noReimburse", "noRecovery", "hmReimbursedAmt", "piReimbursedAmt", "cntrReimbursedAmt", "hmDeductible", "piDeductible", "cntrDeductible", "reimburseRemark", "captiveRemark", "cntrRemark", "piclubRemark", "delFlag" on public."claim_approval" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."piClub" is not null) execute function kernel."claim_approval_piClub$where_ref"();
create constraint trigger "claim_approval_cntrCompany$where_ref" after insert or update of "cntrCompany", "caseId", "subject", "estimatedAmtNew", "hmCaptive", "piClub", "hmPct", "piPct", "cntrPct", "ownerPct", "claimCur", "claimAmtUsd", "reimbursementClaimAmtUsd", "noPayment", "noReimburse", "noRecovery", "hmReimbursedAmt", "piReimbursedAmt", "cntrReimbursedAmt", "hmDeductible", "piDeductible", "cntrDeductible", "reimburseRemark", "captiveRemark", "cntrRemark", "piclubRemark", "delFlag" on public."claim_approval" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."cntrCompany" is not null) execute function kernel."claim_approval_cntrCompany$where_ref"();
create constraint trigger "reimbursement_payerContactId$bound_ref" after update of "companyType" on public."claim_contact" deferrable initially immediate for each row when (old."delFlag" = 'N' and new."delFlag" = 'N') execute function kernel."reimbursement_payerContactId$bound_ref"();
create constraint trigger "reimbursement_payerContactId$target_ref" after delete or update of "id", "caseId", "delFlag" on public."claim_contact" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."id" is not null) execute function kernel."reimbursement_payerContactId$target_ref"();
create constraint trigger "claim_invoice_invoice-no_among" after insert or update of "invoiceNo", "delFlag" on public."claim_invoice" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."invoiceNo" is not null) execute function kernel."claim_invoice_invoice-no_among"();
create constraint trigger "claim_invoice_chargeId_ref" after insert or update of "chargeId", "caseId", "delFlag" on public."claim_invoice" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."chargeId" is not null and new."caseId" is not null) execute function kernel."claim_invoice_chargeId_ref"();
create constraint trigger "claim_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."claim_vslCde_ref"();
create constraint trigger "claim_claimExecutor$where_ref" after insert or update of "claimExecutor", "blRefCde", "casualtyDate", "svvd", "svcLoopCde", "vslCde", "vslNme", "vslNmeEn", "voyNum", "dirBound", "cntrNum", "por", "porDate", "pol", "loadDate", "pod", "dischargeDate", "fnd", "fndDate", "rfRhFlag", "shipper", "consignee", "caseClass", "caseType", "claimAssistant", "claimant", "respParty", "relatedClaims", "billCompany", "caseDetail", "remark", "expiredDate", "estimatedAmt", "claimAmt", "delFlag" on public."claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."claimExecutor" is not null) execute function kernel."claim_claimExecutor$where_ref"();
create constraint trigger "claim_claimAssistant$where_ref" after insert or update of "claimAssistant", "blRefCde", "casualtyDate", "svvd", "svcLoopCde", "vslCde", "vslNme", "vslNmeEn", "voyNum", "dirBound", "cntrNum", "por", "porDate", "pol", "loadDate", "pod", "dischargeDate", "fnd", "fndDate", "rfRhFlag", "shipper", "consignee", "caseClass", "caseType", "claimExecutor", "claimant", "respParty", "relatedClaims", "billCompany", "caseDetail", "remark", "expiredDate", "estimatedAmt", "claimAmt", "delFlag" on public."claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."claimAssistant" is not null) execute function kernel."claim_claimAssistant$where_ref"();
create constraint trigger "claim_relatedClaims_ref" after insert or update of "relatedClaims", "delFlag" on public."claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."relatedClaims" is not null) execute function kernel."claim_relatedClaims_ref"();
create constraint trigger "claim_relatedClaims$target_ref" after delete or update of "ourRef", "delFlag" on public."claim" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."ourRef" is not null) execute function kernel."claim_relatedClaims$target_ref"();
create constraint trigger "hull_claim_portCde_ref" after insert or update of "portCde", "delFlag" on public."claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."bizType" = 'HULL' and new."portCde" is not null) execute function kernel."hull_claim_portCde_ref"();
create constraint trigger "other_claim_portCde_ref" after insert or update of "portCde", "delFlag" on public."claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."bizType" = 'OTHER' and new."portCde" is not null) execute function kernel."other_claim_portCde_ref"();
create constraint trigger "vessel_other_claim_portCde_ref" after insert or update of "portCde", "delFlag" on public."claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."bizType" = 'VSLOTHER' and new."portCde" is not null) execute function kernel."vessel_other_claim_portCde_ref"();
create constraint trigger "litigation_case_linkedCaseNo$target_ref" after delete or update of "ourRef", "delFlag" on public."claim" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."ourRef" is not null) execute function kernel."litigation_case_linkedCaseNo$target_ref"();
create constraint trigger "estimate_allocation_hmCaptive$where_ref" after insert or update of "hmCaptive", "caseId", "ttlEstimatedAmt", "piClub", "cntrCompany", "hmPct", "hmAmt", "piPct", "piAmt", "cntrPct", "cntrAmt", "ownerPct", "ownerAmt", "delFlag" on public."estimate_allocation" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."hmCaptive" is not null) execute function kernel."estimate_allocation_hmCaptive$where_ref"();
create constraint trigger "estimate_allocation_piClub$where_ref" after insert or update of "piClub", "caseId", "ttlEstimatedAmt", "hmCaptive", "cntrCompany", "hmPct", "hmAmt", "piPct", "piAmt", "cntrPct", "cntrAmt", "ownerPct", "ownerAmt", "delFlag" on public."estimate_allocation" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."piClub" is not null) execute function kernel."estimate_allocation_piClub$where_ref"();
create constraint trigger "estimate_allocation_cntrCompany$where_ref" after insert or update of "cntrCompany", "caseId", "ttlEstimatedAmt", "hmCaptive", "piClub", "hmPct", "hmAmt", "piPct", "piAmt", "cntrPct", "cntrAmt", "ownerPct", "ownerAmt", "delFlag" on public."estimate_allocation" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."cntrCompany" is not null) execute function kernel."estimate_allocation_cntrCompany$where_ref"();
create constraint trigger "fund_claim_detailId_ref" after insert or update of "detailId", "memoId", "delFlag" on public."fund_claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."detailId" is not null and new."memoId" is not null) execute function kernel."fund_claim_detailId_ref"();
create constraint trigger "fund_claim_paidChargeId_ref" after insert or update of "paidChargeId", "caseId", "delFlag" on public."fund_claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."paidChargeId" is not null and new."caseId" is not null) execute function kernel."fund_claim_paidChargeId_ref"();
create constraint trigger "fund_claim_recoveryId_ref" after insert or update of "recoveryId", "caseId", "delFlag" on public."fund_claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."recoveryId" is not null and new."caseId" is not null) execute function kernel."fund_claim_recoveryId_ref"();
create constraint trigger "fund_claim_reimbursementId_ref" after insert or update of "reimbursementId", "caseId", "delFlag" on public."fund_claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."reimbursementId" is not null and new."caseId" is not null) execute function kernel."fund_claim_reimbursementId_ref"();
create constraint trigger "fund_claim_billId_ref" after insert or update of "billId", "delFlag" on public."fund_claim" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."billId" is not null) execute function kernel."fund_claim_billId_ref"();
create constraint trigger "claim_invoice_chargeId$target_ref" after delete or update of "id", "caseId", "delFlag" on public."paid_charge" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."id" is not null) execute function kernel."claim_invoice_chargeId$target_ref"();
create constraint trigger "paid_charge_supplierAccountId_ref" after insert or update of "supplierAccountId", "supplierPartyId", "delFlag" on public."paid_charge" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."supplierAccountId" is not null and new."supplierPartyId" is not null) execute function kernel."paid_charge_supplierAccountId_ref"();
create constraint trigger "paid_charge_chargeType_ref" after insert or update of "chargeType", "bizType", "delFlag" on public."paid_charge" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."chargeType" is not null and new."bizType" is not null) execute function kernel."paid_charge_chargeType_ref"();
create constraint trigger "paid_charge_custCde_ref" after insert or update of "custCde", "delFlag" on public."paid_charge" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."custCde" is not null) execute function kernel."paid_charge_custCde_ref"();
create constraint trigger "paid_charge_reimbursementId_ref" after insert or update of "reimbursementId", "caseId", "delFlag" on public."paid_charge" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."reimbursementId" is not null and new."caseId" is not null) execute function kernel."paid_charge_reimbursementId_ref"();
create constraint trigger "paid_charge_recoveryId_ref" after insert or update of "recoveryId", "caseId", "delFlag" on public."paid_charge" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."recoveryId" is not null and new."caseId" is not null) execute function kernel."paid_charge_recoveryId_ref"();
create constraint trigger "recovery_charge_jointCustCde_ref" after insert or update of "jointCustCde", "delFlag" on public."recovery_charge" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."jointCustCde" is not null) execute function kernel."recovery_charge_jointCustCde_ref"();
create constraint trigger "recovery_charge_costType_ref" after insert or update of "costType", "bizType", "delFlag" on public."recovery_charge" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."costType" is not null and new."bizType" is not null) execute function kernel."recovery_charge_costType_ref"();
create constraint trigger "reimbursement_payerContactId_ref" after insert or update of "payerContactId", "caseId", "billCompany", "claimDate", "claimCur", "claimAmt", "compensationAmt", "exchangeRate", "rateReason", "delFlag" on public."reimbursement" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."payerContactId" is not null and new."caseId" is not null) execute function kernel."reimbursement_payerContactId_ref"();
create constraint trigger "litigation_case_linkedCaseNo_ref" after insert or update of "linkedCaseNo", "delFlag" on public."litigation_case" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."linkedCaseNo" is not null) execute function kernel."litigation_case_linkedCaseNo_ref"();
create constraint trigger "litigation_case_undertakers_ref" after insert or update of "undertakers", "delFlag" on public."litigation_case" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."undertakers" is not null) execute function kernel."litigation_case_undertakers_ref"();
create constraint trigger "bank_slip_bankAcctNumId$target_ref" after delete or update of "id", "companyCde", "ccyCde", "delFlag" on public."bank_account" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."id" is not null) execute function kernel."bank_slip_bankAcctNumId$target_ref"();
create constraint trigger "paid_charge_chargeType$target_ref" after delete or update of "chargeCode", "bussType", "delFlag" on public."charge_type" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."chargeCode" is not null) execute function kernel."paid_charge_chargeType$target_ref"();
create constraint trigger "recovery_charge_costType$target_ref" after delete or update of "chargeCode", "bussType", "delFlag" on public."charge_type" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."chargeCode" is not null) execute function kernel."recovery_charge_costType$target_ref"();
create constraint trigger "paid_charge_custCde$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."paid_charge_custCde$target_ref"();
create constraint trigger "recovery_charge_jointCustCde$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."recovery_charge_jointCustCde$target_ref"();
create constraint trigger "sap_party_claimedBy$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."sap_party_claimedBy$target_ref"();
create constraint trigger "vessel_insured_coOperator$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."vessel_insured_coOperator$target_ref"();
create constraint trigger "vessel_insured_mortgagee$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."vessel_insured_mortgagee$target_ref"();
create constraint trigger "vessel_insured_bareCharterer$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."vessel_insured_bareCharterer$target_ref"();
create constraint trigger "vessel_insured_subBareCharterer$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."vessel_insured_subBareCharterer$target_ref"();
create constraint trigger "vessel_insured_timeCharterer$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."vessel_insured_timeCharterer$target_ref"();
create constraint trigger "vessel_insured_subTimeCharterer$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."vessel_insured_subTimeCharterer$target_ref"();
create constraint trigger "vessel_insured_club$target_ref" after delete or update of "companyCde", "delFlag" on public."company" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."companyCde" is not null) execute function kernel."vessel_insured_club$target_ref"();
create constraint trigger "mail_config_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."mail_config" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."mail_config_vslCde_ref"();
create constraint trigger "settlement_bill_policyYear$target_ref" after delete or update of "policyYear", "delFlag" on public."policy_year" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."policyYear" is not null) execute function kernel."settlement_bill_policyYear$target_ref"();
create constraint trigger "vessel_insured_policyYear$target_ref" after delete or update of "policyYear", "delFlag" on public."policy_year" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."policyYear" is not null) execute function kernel."vessel_insured_policyYear$target_ref"();
create constraint trigger "certificate_policyYear$target_ref" after delete or update of "policyYear", "delFlag" on public."policy_year" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."policyYear" is not null) execute function kernel."certificate_policyYear$target_ref"();
create constraint trigger "premium_stage_policyYear$target_ref" after delete or update of "policyYear", "policyType", "delFlag" on public."policy_year" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."policyYear" is not null) execute function kernel."premium_stage_policyYear$target_ref"();
create constraint trigger "premium_version_policyYear$target_ref" after delete or update of "policyYear", "policyType", "delFlag" on public."policy_year" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."policyYear" is not null) execute function kernel."premium_version_policyYear$target_ref"();
create constraint trigger "hull_claim_portCde$target_ref" after delete or update of "portCode", "delFlag" on public."port" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."portCode" is not null) execute function kernel."hull_claim_portCde$target_ref"();
create constraint trigger "other_claim_portCde$target_ref" after delete or update of "portCode", "delFlag" on public."port" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."portCode" is not null) execute function kernel."other_claim_portCde$target_ref"();
create constraint trigger "vessel_other_claim_portCde$target_ref" after delete or update of "portCode", "delFlag" on public."port" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."portCode" is not null) execute function kernel."vessel_other_claim_portCde$target_ref"();
create constraint trigger "schedule_call_portCde$target_ref" after delete or update of "portCode", "delFlag" on public."port" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."portCode" is not null) execute function kernel."schedule_call_portCde$target_ref"();
create constraint trigger "settlement_bill_bankAcctNum$target_ref" after delete or update of "accountBankCode", "sapPartyId", "delFlag" on public."sap_account" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."accountBankCode" is not null) execute function kernel."settlement_bill_bankAcctNum$target_ref"();
create constraint trigger "paid_charge_supplierAccountId$target_ref" after delete or update of "id", "sapPartyId", "delFlag" on public."sap_account" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."id" is not null) execute function kernel."paid_charge_supplierAccountId$target_ref"();
create constraint trigger "sap_party_claimedBy_ref" after insert or update of "claimedBy", "delFlag" on public."sap_party" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."claimedBy" is not null) execute function kernel."sap_party_claimedBy_ref"();
create constraint trigger "schedule_call_portCde_ref" after insert or update of "portCde", "delFlag" on public."schedule_call" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."portCde" is not null) execute function kernel."schedule_call_portCde_ref"();
create constraint trigger "schedule_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."schedule" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."schedule_vslCde_ref"();
create constraint trigger "vessel_insured_policyYear_ref" after insert or update of "policyYear", "delFlag" on public."vessel_insured" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."policyYear" is not null) execute function kernel."vessel_insured_policyYear_ref"();
create constraint trigger "vessel_insured_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."vessel_insured" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."vessel_insured_vslCde_ref"();
create constraint trigger "vessel_insured_coOperator_ref" after insert or update of "coOperator", "delFlag" on public."vessel_insured" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."coOperator" is not null) execute function kernel."vessel_insured_coOperator_ref"();
create constraint trigger "vessel_insured_mortgagee_ref" after insert or update of "mortgagee", "delFlag" on public."vessel_insured" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."mortgagee" is not null) execute function kernel."vessel_insured_mortgagee_ref"();
create constraint trigger "vessel_insured_bareCharterer_ref" after insert or update of "bareCharterer", "delFlag" on public."vessel_insured" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."bareCharterer" is not null) execute function kernel."vessel_insured_bareCharterer_ref"();
create constraint trigger "vessel_insured_subBareCharterer_ref" after insert or update of "subBareCharterer", "delFlag" on public."vessel_insured" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."subBareCharterer" is not null) execute function kernel."vessel_insured_subBareCharterer_ref"();
create constraint trigger "vessel_insured_timeCharterer_ref" after insert or update of "timeCharterer", "delFlag" on public."vessel_insured" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."timeCharterer" is not null) execute function kernel."vessel_insured_timeCharterer_ref"();
create constraint trigger "vessel_insured_subTimeCharterer_ref" after insert or update of "subTimeCharterer", "delFlag" on public."vessel_insured" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."subTimeCharterer" is not null) execute function kernel."vessel_insured_subTimeCharterer_ref"();
create constraint trigger "vessel_insured_club_ref" after insert or update of "club", "policyYear", "vslCde", "vslNme", "vslNmeCh", "imoNum", "callSign", "yearBuilt", "flagCntry", "regPort", "grossTonnage", "fleet", "class", "classificationSociety", "regOwner", "registeredAddress", "operator", "coOperator", "techManager", "commManager", "mortgagee", "bareCharterer", "subBareCharterer", "timeCharterer", "subTimeCharterer", "policyHolder", "billCompany", "cpiIrClub", "hmBroker", "hmBrokerRec", "apBroker", "apBrokerRec", "piBroker", "piBrokerRec", "deductibleType", "deductible", "deductiblePCT", "deductibleRemark", "rdc", "ffd", "delFlag" on public."vessel_insured" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."club" is not null) execute function kernel."vessel_insured_club_ref"();
create constraint trigger "vessel_person_claimExcutive$where_ref" after insert or update of "claimExcutive", "vesselId", "claimType", "svcLoopCode", "voyage", "userCde", "claimAssitant", "optType", "effectiveFrom", "effectiveTo", "delFlag" on public."vessel_person" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."claimExcutive" is not null) execute function kernel."vessel_person_claimExcutive$where_ref"();
create constraint trigger "vessel_person_claimAssitant$where_ref" after insert or update of "claimAssitant", "vesselId", "claimType", "svcLoopCode", "voyage", "userCde", "claimExcutive", "optType", "effectiveFrom", "effectiveTo", "delFlag" on public."vessel_person" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."claimAssitant" is not null) execute function kernel."vessel_person_claimAssitant$where_ref"();
create constraint trigger "bank_slip_detail_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."bank_slip_detail_vslCde$target_ref"();
create constraint trigger "claim_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."claim_vslCde$target_ref"();
create constraint trigger "mail_config_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."mail_config_vslCde$target_ref"();
create constraint trigger "schedule_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."schedule_vslCde$target_ref"();
create constraint trigger "vessel_insured_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."vessel_insured_vslCde$target_ref"();
create constraint trigger "cargo_transport_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."cargo_transport_vslCde$target_ref"();
create constraint trigger "certificate_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."certificate_vslCde$target_ref"();
create constraint trigger "charterer_premium_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."charterer_premium_vslCde$target_ref"();
create constraint trigger "delay_risk_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."delay_risk_vslCde$target_ref"();
create constraint trigger "fee_insurance_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."fee_insurance_vslCde$target_ref"();
create constraint trigger "freight_demurrage_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."freight_demurrage_vslCde$target_ref"();
create constraint trigger "hull_ap_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."hull_ap_vslCde$target_ref"();
create constraint trigger "hull_premium_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."hull_premium_vslCde$target_ref"();
create constraint trigger "innocent_owner_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."innocent_owner_vslCde$target_ref"();
create constraint trigger "kidnap_ransom_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."kidnap_ransom_vslCde$target_ref"();
create constraint trigger "liability_ap_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."liability_ap_vslCde$target_ref"();
create constraint trigger "loss_of_hire_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."loss_of_hire_vslCde$target_ref"();
create constraint trigger "pi_premium_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."pi_premium_vslCde$target_ref"();
create constraint trigger "premium_return_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."premium_return_vslCde$target_ref"();
create constraint trigger "premium_stage_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."premium_stage_vslCde$target_ref"();
create constraint trigger "vessel_value_vslCde$target_ref" after delete or update of "vslCde", "delFlag" on public."vessel" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."vslCde" is not null) execute function kernel."vessel_value_vslCde$target_ref"();
create constraint trigger "agency_container_agenyCde$where_ref" after insert or update of "agenyCde", "agencyPremiumId", "country", "teu", "delFlag" on public."agency_container" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."agenyCde" is not null) execute function kernel."agency_container_agenyCde$where_ref"();
create constraint trigger "agency_detail_agenyCde$where_ref" after insert or update of "agenyCde", "agencyPremiumId", "cntrQty", "actPremium", "delFlag" on public."agency_detail" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."agenyCde" is not null) execute function kernel."agency_detail_agenyCde$where_ref"();
create constraint trigger "agency_premium_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "insBroker", "insBrokerRec", "policyFrom", "policyTo", "subject", "insureValue", "rate", "delFlag" on public."agency_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."agency_premium_insurerCde$where_ref"();
create constraint trigger "cargo_transport_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "billNo", "subject", "vslCde", "vslName", "voyNo", "demandSide", "regionInfo", "policyFrom", "policyTo", "insureValue", "rate", "premium", "stageNo", "operator", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."cargo_transport" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."cargo_transport_insurerCde$where_ref"();
create constraint trigger "cargo_transport_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."cargo_transport" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."cargo_transport_vslCde_ref"();
create constraint trigger "certificate_policyYear_ref" after insert or update of "policyYear", "delFlag" on public."certificate" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."policyYear" is not null) execute function kernel."certificate_policyYear_ref"();
create constraint trigger "certificate_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."certificate" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."certificate_vslCde_ref"();
create constraint trigger "charterer_premium_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "vslCde", "vslNme", "imoNum", "vesselType", "yearBuilt", "flagCntry", "deliveryDt", "estDeliveryDt", "redeliveryDt", "estRedeliveryDt", "days", "insBroker", "insBrokerRec", "subClub", "grossTonnage", "gtRate", "cargoMt", "mtRate", "premium", "oilInsuranceAp", "oilPremium", "delFlag" on public."charterer_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."charterer_premium_insurerCde$where_ref"();
create constraint trigger "charterer_premium_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."charterer_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."charterer_premium_vslCde_ref"();
create constraint trigger "container_premium_piClub$where_ref" after insert or update of "piClub", "versionId", "policyYear", "billCompany", "cur", "remark", "insBroker", "insBrokerRec", "policyStart", "policyEnd", "containerType", "sizeType", "cntrQty", "subject", "residualValue", "rate", "disRate", "rateCnyUsd", "delFlag" on public."container_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."piClub" is not null) execute function kernel."container_premium_piClub$where_ref"();
create constraint trigger "delay_risk_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "billNo", "subject", "vslCde", "vslName", "voyNo", "demandSide", "regionInfo", "policyFrom", "policyTo", "insureValue", "rate", "premium", "stageNo", "operator", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."delay_risk" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."delay_risk_insurerCde$where_ref"();
create constraint trigger "delay_risk_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."delay_risk" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."delay_risk_vslCde_ref"();
create constraint trigger "fee_insurance_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "billNo", "subject", "vslCde", "vslName", "voyNo", "demandSide", "regionInfo", "policyFrom", "policyTo", "insureValue", "rate", "premium", "stageNo", "operator", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."fee_insurance" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."fee_insurance_insurerCde$where_ref"();
create constraint trigger "fee_insurance_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."fee_insurance" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."fee_insurance_vslCde_ref"();
create constraint trigger "freight_demurrage_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "billNo", "subject", "vslCde", "vslName", "voyNo", "demandSide", "regionInfo", "policyFrom", "policyTo", "insureValue", "rate", "premium", "stageNo", "operator", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."freight_demurrage" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."freight_demurrage_insurerCde$where_ref"();
create constraint trigger "freight_demurrage_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."freight_demurrage" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."freight_demurrage_vslCde_ref"();
create constraint trigger "hull_ap_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."hull_ap" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."hull_ap_vslCde_ref"();
create constraint trigger "hull_premium_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."hull_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."hull_premium_vslCde_ref"();
create constraint trigger "hull_premium_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "vslCde", "vslNme", "billCompany", "insBroker", "insBrokerRec", "policyStart", "policyEnd", "cur", "hmInsureValue", "hmRate", "ivInsureValue", "ivRate", "warInsureValue", "warRate", "hmPolicyNo", "ivPolicyNo", "warPolicyNo", "hmEndorsementNo", "ivEndorsementNo", "warEndorsementNo", "remark", "delFlag" on public."hull_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."hull_premium_insurerCde$where_ref"();
create constraint trigger "innocent_owner_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "billNo", "subject", "vslCde", "vslName", "voyNo", "demandSide", "regionInfo", "policyFrom", "policyTo", "insureValue", "rate", "premium", "stageNo", "operator", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."innocent_owner" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."innocent_owner_insurerCde$where_ref"();
create constraint trigger "innocent_owner_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."innocent_owner" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."innocent_owner_vslCde_ref"();
create constraint trigger "kidnap_ransom_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "billNo", "subject", "vslCde", "vslName", "voyNo", "demandSide", "regionInfo", "policyFrom", "policyTo", "insureValue", "rate", "premium", "stageNo", "operator", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."kidnap_ransom" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."kidnap_ransom_insurerCde$where_ref"();
create constraint trigger "kidnap_ransom_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."kidnap_ransom" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."kidnap_ransom_vslCde_ref"();
create constraint trigger "liability_ap_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "policyType", "billCompany", "cur", "remark", "vslCde", "vslNme", "voyNum", "policyFrom", "policyTo", "insBroker", "insBrokerRec", "calcType", "calcUnit", "calcQty", "calcRate", "premium", "delFlag" on public."liability_ap" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."liability_ap_insurerCde$where_ref"();
create constraint trigger "liability_ap_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."liability_ap" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."liability_ap_vslCde_ref"();
create constraint trigger "liability_premium_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "policyType", "billCompany", "cur", "remark", "reportCompany", "policyHolder", "insured", "subject", "subAddress", "subType", "policyFrom", "policyTo", "insuredValue", "insuredFixType", "rate", "yearPremium", "actPremium", "manageNature", "insureType", "storageAddress", "onePayLimit", "allPayLimit", "insuredPersons", "insBroker", "insBrokerRec", "delFlag" on public."liability_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."liability_premium_insurerCde$where_ref"();
create constraint trigger "logistics_liability_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "reportCompany", "policyHolder", "insured", "subject", "subAddress", "subType", "policyFrom", "policyTo", "insuredValue", "insuredFixType", "rate", "yearPremium", "actPremium", "palletCode", "projectNo", "personOrAddress", "coInsuranceRate", "fullPremium", "deductible", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."logistics_liability" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."logistics_liability_insurerCde$where_ref"();
create constraint trigger "loss_of_hire_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "billNo", "subject", "vslCde", "vslName", "voyNo", "demandSide", "regionInfo", "policyFrom", "policyTo", "insureValue", "rate", "premium", "stageNo", "operator", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."loss_of_hire" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."loss_of_hire_insurerCde$where_ref"();
create constraint trigger "loss_of_hire_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."loss_of_hire" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."loss_of_hire_vslCde_ref"();
create constraint trigger "other_liability_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "reportCompany", "policyHolder", "insured", "subject", "subAddress", "subType", "policyFrom", "policyTo", "insuredValue", "insuredFixType", "rate", "yearPremium", "actPremium", "palletCode", "projectNo", "personOrAddress", "coInsuranceRate", "fullPremium", "deductible", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."other_liability" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."other_liability_insurerCde$where_ref"();
create constraint trigger "pi_premium_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."pi_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."pi_premium_vslCde_ref"();
create constraint trigger "pi_premium_piClub$where_ref" after insert or update of "piClub", "versionId", "policyYear", "billCompany", "cur", "remark", "insBroker", "insBrokerRec", "policyStart", "policyEnd", "vslCde", "vslNme", "gt", "manualGt", "advRate", "iRate", "suppCallType", "suppCallRate", "etcRate", "deductible", "delFlag" on public."pi_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."piClub" is not null) execute function kernel."pi_premium_piClub$where_ref"();
create constraint trigger "premium_return_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."premium_return" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."premium_return_vslCde_ref"();
create constraint trigger "premium_return_insurer$where_ref" after insert or update of "insurer", "versionId", "vslCde", "billNo", "billCompany", "returnType", "fromDate", "toDate", "returnPct", "amount", "reason", "delFlag" on public."premium_return" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurer" is not null) execute function kernel."premium_return_insurer$where_ref"();
create constraint trigger "premium_stage_policyYear_ref" after insert or update of "policyYear", "premiumType", "delFlag" on public."premium_stage" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."policyYear" is not null and new."premiumType" is not null) execute function kernel."premium_stage_policyYear_ref"();
create constraint trigger "premium_stage_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."premium_stage" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."premium_stage_vslCde_ref"();
create constraint trigger "premium_version_policyType_lasting" after update of "policyType" on public."premium_version" deferrable initially immediate for each row when (old."policyType" is not null and new."policyType" is distinct from old."policyType") execute function kernel."lasting"();
create constraint trigger "premium_version_policyYear_lasting" after update of "policyYear" on public."premium_version" deferrable initially immediate for each row when (old."policyYear" is not null and new."policyYear" is distinct from old."policyYear") execute function kernel."lasting"();
create constraint trigger "premium_version_versionType_lasting" after update of "versionType" on public."premium_version" deferrable initially immediate for each row when (old."versionType" is not null and new."versionType" is distinct from old."versionType") execute function kernel."lasting"();
create constraint trigger "premium_version_policyYear_ref" after insert or update of "policyYear", "policyType", "delFlag" on public."premium_version" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."policyYear" is not null and new."policyType" is not null) execute function kernel."premium_version_policyYear_ref"();
create constraint trigger "property_premium_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "policyType", "billCompany", "cur", "remark", "reportCompany", "policyHolder", "insured", "subject", "subAddress", "subType", "policyFrom", "policyTo", "insuredValue", "insuredFixType", "rate", "yearPremium", "actPremium", "insBroker", "insBrokerRec", "delFlag" on public."property_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."property_premium_insurerCde$where_ref"();
create constraint trigger "slot_premium_piClub$where_ref" after insert or update of "piClub", "versionId", "policyYear", "billCompany", "cur", "remark", "insBroker", "insBrokerRec", "dataType", "subject", "policyFrom", "policyTo", "rate", "delFlag" on public."slot_premium" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."piClub" is not null) execute function kernel."slot_premium_piClub$where_ref"();
create constraint trigger "transport_liability_insurerCde$where_ref" after insert or update of "insurerCde", "versionId", "policyYear", "billCompany", "cur", "remark", "reportCompany", "policyHolder", "insured", "subject", "subAddress", "subType", "policyFrom", "policyTo", "insuredValue", "insuredFixType", "rate", "yearPremium", "actPremium", "palletCode", "projectNo", "personOrAddress", "coInsuranceRate", "fullPremium", "deductible", "insurerBroker", "payeeInfo", "relateAddRisk", "delFlag" on public."transport_liability" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."insurerCde" is not null) execute function kernel."transport_liability_insurerCde$where_ref"();
create constraint trigger "vessel_value_vslCde_ref" after insert or update of "vslCde", "delFlag" on public."vessel_value" deferrable initially immediate for each row when (new."delFlag" = 'N' and new."vslCde" is not null) execute function kernel."vessel_value_vslCde_ref"();
create constraint trigger "person_userCde_lasting" after update of "userCde" on public."person" deferrable initially immediate for each row when (old."userCde" is not null and new."userCde" is distinct from old."userCde") execute function kernel."lasting"();
create constraint trigger "litigation_case_undertakers$target_ref" after delete or update of "userCde", "delFlag" on public."person" deferrable initially immediate for each row when (old."delFlag" = 'N' and old."userCde" is not null) execute function kernel."litigation_case_undertakers$target_ref"();
