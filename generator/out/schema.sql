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

create table kernel."login_try" (
  "key" text not null,
  "points" integer default 0 not null,
  "expire" bigint,
  constraint "login_try_pkey" primary key ("key")
);

create table kernel."session" (
  "tokenHash" bytea not null,
  "userCde" text not null,
  "createdAt" timestamp with time zone default now() not null,
  "expiresAt" timestamp with time zone not null,
  constraint "session_pkey" primary key ("tokenHash")
);
create index "session_userCde_index" on kernel."session" using btree ("userCde");

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
  "tries" integer default 0 not null,
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
  constraint "file_pkey" primary key ("id")
);
create index "file_owner_index" on kernel."file" using btree (entity, "entityId", field);
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
  constraint "migration_pkey" primary key ("id")
);

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
  "unifiedSocialCreditNo" text not null,
  "companyRegistryType" text,
  "legalRepresentative" text collate public."bordereau_zh",
  "dateOfEstablished" date,
  "registeredAddress" text collate public."bordereau_zh",
  "businessAddress" text collate public."bordereau_zh",
  "webSite" text,
  "location" text collate public."bordereau_zh",
  "businessLicence" jsonb,
  "invoiceInfo" jsonb,
  "companyType$live" text generated always as (case when "delFlag" = 'N' then "companyType" end) stored,
  "country$live" text generated always as (case when "delFlag" = 'N' then "country" end) stored,
  "baseCur$live" text generated always as (case when "delFlag" = 'N' then "baseCur" end) stored,
  "companyCde$live" text generated always as (case when "delFlag" = 'N' then "companyCde" end) stored,
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
  constraint "company_company-code_unique" unique ("companyCde$live")
);
create unique index "company_name-en_unique" on public."company" using btree ("companyNameEn") where "delFlag" = 'N';
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
  constraint "port_unlocode_kind" check (not "delFlag" = 'N' or (char_length("unlocode") <= 5)),
  constraint "port_portName_kind" check (not "delFlag" = 'N' or (char_length("portName") <= 100)),
  constraint "port_portNameAscii_kind" check (not "delFlag" = 'N' or (char_length("portNameAscii") <= 100)),
  constraint "port_cityCode_kind" check (not "delFlag" = 'N' or (char_length("cityCode") <= 10)),
  constraint "port_cityName_kind" check (not "delFlag" = 'N' or (char_length("cityName") <= 100)),
  constraint "port_subdivision_kind" check (not "delFlag" = 'N' or (char_length("subdivision") <= 3)),
  constraint "port_countryName_kind" check (not "delFlag" = 'N' or (char_length("countryName") <= 100))
);
create unique index "port_port-code_unique" on public."port" using btree ("countryCode", "portCode") where "delFlag" = 'N';
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
  "newestFlag" text default 'Y',
  "remark" text collate public."bordereau_zh",
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
  constraint "vessel_vessel-period_overlap" exclude using gist ("vslCde" with =, (case when "effectiveTo" is null or "effectiveFrom" <= "effectiveTo" then daterange("effectiveFrom", "effectiveTo", '[]') end) with &&) where ("delFlag" = 'N' and "effectiveFrom" is not null)
);
create index "vessel_order_index" on public."vessel" using btree ("vslCde", "effectiveFrom" desc, "id" desc) where "delFlag" = 'N';
create index "vessel_fleet_index" on public."vessel" using btree ("fleet") where "delFlag" = 'N';
create index "vessel_flagCntry_index" on public."vessel" using btree ("flagCntry") where "delFlag" = 'N';
create index "vessel_effectiveFrom_index" on public."vessel" using btree ("effectiveFrom") where "delFlag" = 'N';
create index "vessel_effectiveTo_index" on public."vessel" using btree ("effectiveTo") where "delFlag" = 'N';
create index "vessel_search_index" on public."vessel" using gin ("vslNme" gin_trgm_ops, "imoNum" gin_trgm_ops, "vslNmeCh" gin_trgm_ops, "vesselType" gin_trgm_ops) where "delFlag" = 'N';

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
  "remark" text collate public."bordereau_zh",
  constraint "dictionary_pkey" primary key ("id"),
  constraint "dictionary_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "dictionary_listCde_kind" check (not "delFlag" = 'N' or (char_length("listCde") <= 50)),
  constraint "dictionary_code_kind" check (not "delFlag" = 'N' or (char_length("code") <= 50)),
  constraint "dictionary_nameEn_kind" check (not "delFlag" = 'N' or (char_length("nameEn") <= 100)),
  constraint "dictionary_nameCh_kind" check (not "delFlag" = 'N' or (char_length("nameCh") <= 100)),
  constraint "dictionary_sortNo_kind" check (not "delFlag" = 'N' or ("sortNo" >= '0' and "sortNo" <= '1000000')),
  constraint "dictionary_activeFlag_kind" check (not "delFlag" = 'N' or ("activeFlag" in ('Y', 'N'))),
  constraint "dictionary_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 200))
);
create unique index "dictionary_entry_unique" on public."dictionary" using btree ("listCde", "code") where "delFlag" = 'N';
create index "dictionary_order_index" on public."dictionary" using btree ("listCde", "sortNo", "code", "id") where "delFlag" = 'N';
create index "dictionary_search_index" on public."dictionary" using gin ("listCde" gin_trgm_ops, "code" gin_trgm_ops, "nameEn" gin_trgm_ops, "nameCh" gin_trgm_ops) where "delFlag" = 'N';

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
  "caseId" text,
  "docDate" date,
  "billCompany" text,
  "file" text not null,
  "remark" text collate public."bordereau_zh",
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  constraint "document_pkey" primary key ("id"),
  constraint "document_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "document_title_kind" check (not "delFlag" = 'N' or (char_length("title") <= 200)),
  constraint "document_docType_kind" check (not "delFlag" = 'N' or (char_length("docType") <= 50)),
  constraint "document_caseId_kind" check (not "delFlag" = 'N' or (char_length("caseId") <= 20)),
  constraint "document_file_kind" check (not "delFlag" = 'N' or (char_length("file") <= 50)),
  constraint "document_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 500))
);
create index "document_order_index" on public."document" using btree ("updateAt" desc, "id" desc) where "delFlag" = 'N';
create index "document_docDate_index" on public."document" using btree ("docDate") where "delFlag" = 'N';
create index "document_search_index" on public."document" using gin ("title" gin_trgm_ops, "caseId" gin_trgm_ops) where "delFlag" = 'N';

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
  "sendDate" timestamp with time zone not null,
  "receiveDate" timestamp with time zone,
  "caseId" text,
  "billCompany" text,
  "mailAttachments" jsonb,
  "remark" text collate public."bordereau_zh",
  "billCompany$live" text generated always as (case when "delFlag" = 'N' then "billCompany" end) stored,
  constraint "mail_pkey" primary key ("id"),
  constraint "mail_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "mail_title_kind" check (not "delFlag" = 'N' or (char_length("title") <= 500)),
  constraint "mail_readFlag_state" check (not "delFlag" = 'N' or ("readFlag" in ('N', 'Y'))),
  constraint "mail_sender_kind" check (not "delFlag" = 'N' or (char_length("sender") <= 254)),
  constraint "mail_receiver_kind" check (not "delFlag" = 'N' or (char_length("receiver") <= 1000)),
  constraint "mail_caseId_kind" check (not "delFlag" = 'N' or (char_length("caseId") <= 20)),
  constraint "mail_mailAttachments_kind" check (not "delFlag" = 'N' or (case when jsonb_typeof("mailAttachments") = 'array' then not jsonb_path_exists("mailAttachments", '$[*] ? (@.type() != "string")') and jsonb_array_length("mailAttachments") <= 20 else "mailAttachments" is null end)),
  constraint "mail_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 500))
);
create index "mail_order_index" on public."mail" using btree ("sendDate" desc, "id" desc) where "delFlag" = 'N';
create index "mail_search_index" on public."mail" using gin ("title" gin_trgm_ops, "sender" gin_trgm_ops, "receiver" gin_trgm_ops, "caseId" gin_trgm_ops) where "delFlag" = 'N';

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
  "companyCde$live" text generated always as (case when "delFlag" = 'N' then "companyCde" end) stored,
  "deptCde$live" text generated always as (case when "delFlag" = 'N' then "deptCde" end) stored,
  "positionCde$live" text generated always as (case when "delFlag" = 'N' then "positionCde" end) stored,
  "userCde$live" text generated always as (case when "delFlag" = 'N' then "userCde" end) stored,
  constraint "person_pkey" primary key ("id"),
  constraint "person_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "person_userCde_kind" check (not "delFlag" = 'N' or (char_length("userCde") <= 16)),
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
create unique index "person_mail_unique" on public."person" using btree ("mail") where "delFlag" = 'N';
create index "person_order_index" on public."person" using btree ("userCde", "id") where "delFlag" = 'N';
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
  "allSeeingEye" text default 'N' not null,
  "remark" text collate public."bordereau_zh",
  "systemFlag" text default 'N',
  "id$live" bigint generated always as (case when "delFlag" = 'N' then "id" end) stored,
  constraint "role_pkey" primary key ("id"),
  constraint "role_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "role_roleName_kind" check (not "delFlag" = 'N' or (char_length("roleName") <= 100)),
  constraint "role_allSeeingEye_kind" check (not "delFlag" = 'N' or ("allSeeingEye" in ('Y', 'N'))),
  constraint "role_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 100)),
  constraint "role_systemFlag_kind" check (not "delFlag" = 'N' or ("systemFlag" in ('Y', 'N'))),
  constraint "role_id_live" unique ("id$live")
);
create unique index "role_role-name_unique" on public."role" using btree ("roleName") where "delFlag" = 'N';
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
  "operateOpinion" text collate public."bordereau_zh",
  "taskId$live" bigint generated always as (case when "delFlag" = 'N' then "taskId" end) stored,
  constraint "task_log_pkey" primary key ("id"),
  constraint "task_log_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "task_log_seq_kind" check (not "delFlag" = 'N' or ("seq" >= '1')),
  constraint "task_log_operateStatus_options" check (not "delFlag" = 'N' or ("operateStatus" in ('Submit', 'Unsubmit', 'Approve', 'Reject', 'Done'))),
  constraint "task_log_optUser_kind" check (not "delFlag" = 'N' or (char_length("optUser") <= 16)),
  constraint "task_log_operateOpinion_kind" check (not "delFlag" = 'N' or (char_length("operateOpinion") <= 1000))
);
create unique index "task_log_seq_sequence" on public."task_log" using btree ("taskId", "seq") where "delFlag" = 'N';
create index "task_log_operateDate_index" on public."task_log" using btree ("operateDate") where "delFlag" = 'N';
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
  constraint "task_pkey" primary key ("id"),
  constraint "task_delFlag_options" check ("delFlag" in ('Y', 'N')),
  constraint "task_listCde_kind" check (not "delFlag" = 'N' or (char_length("listCde") <= 16)),
  constraint "task_recordStatus_state" check (not "delFlag" = 'N' or ("recordStatus" in ('Todo', 'Done'))),
  constraint "task_approveType_options" check (not "delFlag" = 'N' or ("approveType" in ('Case Approval', 'Case Confirm'))),
  constraint "task_bizType_options" check (not "delFlag" = 'N' or ("bizType" in ('CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER', 'PREMIUM', 'BILL', 'GENERAL'))),
  constraint "task_businessNo_kind" check (not "delFlag" = 'N' or (char_length("businessNo") <= 50)),
  constraint "task_remark_kind" check (not "delFlag" = 'N' or (char_length("remark") <= 1000)),
  constraint "task_submitter_kind" check (not "delFlag" = 'N' or (char_length("submitter") <= 16)),
  constraint "task_vslNme_kind" check (not "delFlag" = 'N' or (char_length("vslNme") <= 30)),
  constraint "task_blRefCde_kind" check (not "delFlag" = 'N' or (char_length("blRefCde") <= 12)),
  constraint "task_claimant_kind" check (not "delFlag" = 'N' or (char_length("claimant") <= 200)),
  constraint "task_claimAmt_kind" check (not "delFlag" = 'N' or ("claimAmt" >= '0')),
  constraint "task_unreadMail_kind" check (not "delFlag" = 'N' or ("unreadMail" >= '0')),
  constraint "task_id_live" unique ("id$live")
);
create unique index "task_list-code_unique" on public."task" using btree ("listCde") where "delFlag" = 'N';
create index "task_billCompany_index" on public."task" using btree ("billCompany") where "delFlag" = 'N';
create index "task_curDirector_index" on public."task" using btree ("curDirector") where "delFlag" = 'N';
create index "task_curAssister_index" on public."task" using btree ("curAssister") where "delFlag" = 'N';
create index "task_search_index" on public."task" using gin ("businessNo" gin_trgm_ops, "vslNme" gin_trgm_ops, "submitter" gin_trgm_ops) where "delFlag" = 'N';

alter table public."company" add constraint "company_companyType_ref" foreign key ("companyType$live") references public."company_type" ("compTypeCde$live") deferrable initially immediate;
alter table public."company" add constraint "company_country_ref" foreign key ("country$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."company" add constraint "company_baseCur_ref" foreign key ("baseCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."exchange_rate" add constraint "exchange_rate_fromCur_ref" foreign key ("fromCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."exchange_rate" add constraint "exchange_rate_toCur_ref" foreign key ("toCur$live") references public."currency" ("curCde$live") deferrable initially immediate;
alter table public."position" add constraint "position_supPositionCde_ref" foreign key ("supPositionCde$live") references public."position" ("positionCde$live") deferrable initially immediate;
alter table public."vessel" add constraint "vessel_flagCntry_ref" foreign key ("flagCntry$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."vessel" add constraint "vessel_fleet_ref" foreign key ("fleet$live") references public."fleet" ("fleetCde$live") deferrable initially immediate;
alter table public."approval_rule" add constraint "approval_rule_roleId_ref" foreign key ("roleId$live") references public."role" ("id$live") deferrable initially immediate;
alter table public."company_submission" add constraint "company_submission_country_ref" foreign key ("country$live") references public."country" ("countryCode$live") deferrable initially immediate;
alter table public."document" add constraint "document_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."mail" add constraint "mail_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."person" add constraint "person_companyCde_ref" foreign key ("companyCde$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."person" add constraint "person_deptCde_ref" foreign key ("deptCde$live") references public."department" ("deptCde$live") deferrable initially immediate;
alter table public."person" add constraint "person_positionCde_ref" foreign key ("positionCde$live") references public."position" ("positionCde$live") deferrable initially immediate;
alter table public."role_permission" add constraint "role_permission_roleId_ref" foreign key ("roleId$live") references public."role" ("id$live") deferrable initially immediate;
alter table public."role_user" add constraint "role_user_roleId_ref" foreign key ("roleId$live") references public."role" ("id$live") deferrable initially immediate;
alter table public."role_user" add constraint "role_user_userCde_ref" foreign key ("userCde$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."task_log" add constraint "task_log_taskId_ref" foreign key ("taskId$live") references public."task" ("id$live") deferrable initially immediate;
alter table public."task" add constraint "task_billCompany_ref" foreign key ("billCompany$live") references public."company" ("companyCde$live") deferrable initially immediate;
alter table public."task" add constraint "task_curDirector_ref" foreign key ("curDirector$live") references public."person" ("userCde$live") deferrable initially immediate;
alter table public."task" add constraint "task_curAssister_ref" foreign key ("curAssister$live") references public."person" ("userCde$live") deferrable initially immediate;
