CREATE TABLE "market_maker_application" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receipt" text NOT NULL,
	"client_key" text NOT NULL,
	"device_key" text NOT NULL,
	"network_key" text,
	"account_id" uuid,
	"locale" text NOT NULL,
	"applicant_name" text NOT NULL,
	"applicant_title" text NOT NULL,
	"introduction" text NOT NULL,
	"strategy" text NOT NULL,
	"user_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "market_maker_application_receipt_unique" UNIQUE("receipt"),
	CONSTRAINT "market_maker_application_sent" UNIQUE("device_key","client_key")
);
--> statement-breakpoint
CREATE TABLE "market_maker_image" (
	"id" text PRIMARY KEY NOT NULL,
	"device_key" text NOT NULL,
	"network_key" text NOT NULL,
	"account_id" uuid,
	"application_id" uuid,
	"position" integer,
	"media_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_maker_letter" (
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "market_maker_letter_application_id_kind_pk" PRIMARY KEY("application_id","kind")
);
--> statement-breakpoint
ALTER TABLE "market_maker_image" ADD CONSTRAINT "market_maker_image_application_id_market_maker_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."market_maker_application"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_maker_letter" ADD CONSTRAINT "market_maker_letter_application_id_market_maker_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."market_maker_application"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "market_maker_application_received" ON "market_maker_application" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "market_maker_application_network" ON "market_maker_application" USING btree ("network_key") WHERE "market_maker_application"."network_key" is not null;--> statement-breakpoint
CREATE INDEX "market_maker_application_account" ON "market_maker_application" USING btree ("account_id") WHERE "market_maker_application"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "market_maker_image_application" ON "market_maker_image" USING btree ("application_id") WHERE "market_maker_image"."application_id" is not null;--> statement-breakpoint
CREATE INDEX "market_maker_image_unused" ON "market_maker_image" USING btree ("network_key","uploaded_at") WHERE "market_maker_image"."application_id" is null;--> statement-breakpoint
CREATE INDEX "market_maker_letter_due" ON "market_maker_letter" USING btree ("due_at") WHERE "market_maker_letter"."ended_at" is null;